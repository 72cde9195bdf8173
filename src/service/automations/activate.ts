import type { contract } from '../../contract/index.ts'
import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { nextStatus } from './automation.ts'
import { resumeMessages } from './held-store.ts'
import { updateListeners } from './listeners.ts'
import { insertPreparedVersion, prepareVersion } from './prepare.ts'
import { readDefinition } from './read-definition.ts'
import { countEligible } from './runs-store.ts'
import { type Automation, findAutomation, updateAutomation } from './store.ts'
import { datesFrom } from './trigger-dates.ts'
import { keepUsed } from './usage.ts'
import { requireDefinition } from './versions-store.ts'

/**
 * Activates an automation, or resumes a paused one. Activating an active automation resumes its messages, if they
 * are paused, and otherwise changes nothing.
 */
export const activate =
  (service: Service): Handler<typeof contract.automations.activate> =>
  async ({ id, dry_run }, { account, transact }) => {
    const { db, reader, clock, secrets, settings } = service
    const key = { accountId: account.id, automationId: id }
    const automation = await findAutomation(db, key)
    const { version } = automation
    const status = nextStatus(automation.status, 'activate')
    // Lists, fields and senders may have changed since the definition was written.
    const stored = await requireDefinition(db, id, version)
    const definition = await readDefinition(service, account.id, stored)
    const now = clock.now()
    const prepared = await prepareVersion(service, automation, definition, now)
    const listId = listToEnroll(automation, definition)
    const isOnce = definition.settings.reentry !== 'always'
    const enter =
      listId === undefined ? 0 : await countEligible(reader, { automationId: id, listId, isOnce })
    if (isOn(dry_run)) return { ok: true, status: automation.status, enter }
    const answer = await transact(async (tx) => {
      await resumeMessages(tx, key, now)
      if (status === automation.status) return { ok: true, status, enter: 0 }
      const change = {
        status,
        exits: 0 as const,
        activated_at: now,
        updated_at: now,
        ...(listId !== undefined && { existing_after: 0, existing_since: now }),
        ...datesFrom(automation, definition, now),
      }
      if (!(await updateAutomation(tx, automation, change))) throw new Failure('conflict')
      await keepUsed(tx, account.id, definition)
      await readDefinition({ db: tx, settings }, account.id, stored)
      await insertPreparedVersion(tx, secrets.vault, { ...key, version, now }, prepared)
      await updateListeners(tx, account.id)
      return { ok: true, status, enter }
    })
    service.wake()
    return answer
  }

/** Returns the list whose existing contacts enter at once. None if the automation only resumes. */
function listToEnroll(
  { status }: Automation,
  { trigger }: AutomationDefinition,
): number | undefined {
  const begins = status === 'draft' || status === 'stopped'
  return begins && trigger.type === 'list_joined' && trigger.existing
    ? Number(trigger.list_id)
    : undefined
}
