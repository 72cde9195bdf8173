import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { selectRunCounters } from './counters-store.ts'
import { selectHeld } from './held-store.ts'
import { selectAutomations } from './store.ts'
import { summaryOf } from './view.ts'

export const list =
  ({ db }: Service): Handler<typeof contract.automations.list> =>
  async ({ limit, cursor, order = 'asc', q }, { account }) => {
    const after = decodeIdCursor(cursor)
    const automations = await selectAutomations(db, {
      accountId: account.id,
      limit,
      order,
      ...(after !== undefined && { after }),
      ...(q && { q }),
    })
    const ids = automations.map(({ id }) => id)
    const countersOf = await selectRunCounters(db, account.id, ids)
    const held = await selectHeld(db, account.id, ids)
    return pageOf(
      automations,
      limit,
      ({ id }) => [id],
      (automation) => summaryOf(automation, countersOf(automation.id), held.get(automation.id)),
    )
  }
