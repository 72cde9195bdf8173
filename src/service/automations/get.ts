import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { selectRunCounters } from './counters-store.ts'
import { selectHeld } from './held-store.ts'
import { findAutomation } from './store.ts'
import { requireDefinition } from './versions-store.ts'
import { summaryOf } from './view.ts'

/** Returns the current state, with the definition of the newest or of an earlier version. */
export const get =
  ({ db }: Service): Handler<typeof contract.automations.get> =>
  async ({ id, version: requested }, { account, headers }) => {
    const automation = await findAutomation(db, { accountId: account.id, automationId: id })
    const version = requested ?? automation.version
    const definition = await requireDefinition(db, id, version)
    const countersOf = await selectRunCounters(db, account.id, [id])
    const held = await selectHeld(db, account.id, [id])
    headers.etag = `"${automation.version}"`
    const summary = summaryOf({ ...automation, version }, countersOf(id), held.get(id))
    return { ...summary, ...definition }
  }
