import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import { requireMore } from '../http/scopes.ts'
import type { Service } from '../service.ts'
import { isLive } from './automation.ts'
import { updateListeners } from './listeners.ts'
import { refuseWrongMessages } from './message.ts'
import { insertPreparedVersion, prepareVersion } from './prepare.ts'
import { readDefinition } from './read-definition.ts'
import { findAutomation, updateAutomation } from './store.ts'
import { datesFrom } from './trigger-dates.ts'
import { keepUsed } from './usage.ts'
import { insertVersion, requireDefinition } from './versions-store.ts'

/** Saves a change as a new version. New runs use it, and active runs keep their version. */
export const update =
  (service: Service): Handler<typeof contract.automations.update> =>
  async ({ id, name, ...parts }, { account, ifMatch, headers, transact }) => {
    const { db, clock, secrets, settings } = service
    const key = { accountId: account.id, automationId: id }
    const automation = await findAutomation(db, key)
    if (ifMatch !== undefined && ifMatch !== automation.version) {
      throw new Failure('edited_meanwhile')
    }
    // An edit of a running automation decides what people get.
    if (isLive(automation.status)) requireMore(account, 'automations:send')
    const before = await requireDefinition(db, id, automation.version)
    const definition = await readDefinition(service, account.id, {
      trigger: parts.trigger ?? before.trigger,
      nodes: parts.nodes ?? before.nodes,
      edges: parts.edges ?? before.edges,
      settings: parts.settings ?? before.settings,
    })
    await refuseWrongMessages(service, account.id, definition)
    const now = clock.now()
    const change = {
      name: name ?? automation.name,
      version: automation.version + 1,
      updated_at: now,
      ...datesFrom(automation, definition, now),
    }
    const prepared = isLive(automation.status)
      ? await prepareVersion(service, { ...automation, ...change }, definition, now)
      : undefined
    return transact(async (tx) => {
      if (!(await updateAutomation(tx, automation, change))) throw new Failure('edited_meanwhile')
      const { version } = change
      await insertVersion(tx, { automationId: id, version, definition, now })
      if (prepared) {
        await keepUsed(tx, account.id, definition)
        await readDefinition({ db: tx, settings }, account.id, definition)
        await insertPreparedVersion(tx, secrets.vault, { ...key, version, now }, prepared)
        await updateListeners(tx, account.id)
      }
      headers.etag = `"${version}"`
      return { ok: true, version }
    })
  }
