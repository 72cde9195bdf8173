import type { contract } from '../../contract/index.ts'
import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { moveOf } from './automation.ts'
import { setListeners } from './listeners-store.ts'
import { readPrepared, writePrepared } from './prepare.ts'
import { readDefinition } from './read-definition.ts'
import { countEntrants } from './runs-store.ts'
import { type Automation, findAutomation, updateAutomation } from './store.ts'
import { requireDefinition } from './versions-store.ts'

/** Activated again it says so and does nothing; what was paused goes on. */
export const activate =
  (service: Service): Handler<typeof contract.automations.activate> =>
  async ({ id, dry_run }, { account, transact }) => {
    const { db, reader, clock, secrets } = service
    const place = { accountId: account.id, automationId: id }
    const automation = await findAutomation(db, place)
    const { version } = automation
    const status = moveOf(automation.status, 'activate')
    // Lists, fields and senders may be others than when it was written.
    const kept = await requireDefinition(db, id, version)
    const definition = await readDefinition(service, account.id, kept)
    const now = clock.now()
    const prepared = await readPrepared(db, automation, definition, now)
    const listId = listLetIn(automation, definition)
    const isOnce = definition.settings.reentry !== 'always'
    const enter =
      listId === undefined ? 0 : await countEntrants(reader, { automationId: id, listId, isOnce })
    if (isOn(dry_run)) return { ok: true, status: automation.status, enter }
    const answer = await transact(async (tx) => {
      if (status === automation.status) return { ok: true, status, enter: 0 }
      const change = {
        status,
        exits: 0 as const,
        activated_at: now,
        updated_at: now,
        ...(listId !== undefined && { existing_after: 0 }),
      }
      if (!(await updateAutomation(tx, automation, change))) throw new Failure('conflict')
      await writePrepared(tx, secrets.vault, { ...place, version, now }, prepared)
      await setListeners(tx, account.id)
      return { ok: true, status, enter }
    })
    service.wake()
    return answer
  }

/** The list whose people enter at once: not where it only goes on. */
function listLetIn({ status }: Automation, { trigger }: AutomationDefinition): number | undefined {
  const begins = status === 'draft' || status === 'stopped'
  return begins && trigger.type === 'list_joined' && trigger.existing
    ? Number(trigger.list_id)
    : undefined
}
