import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { countContacts } from './contacts-store.ts'
import { conditionOf, groundOf } from './segment-filter.ts'
import { keepCount, requireSegment } from './store.ts'

/** Counts it now and keeps the number with it. */
export const refresh =
  ({ reader, clock }: Service): Handler<typeof contract.segments.refresh> =>
  async ({ id }, { account, transact }) => {
    const segment = await requireSegment(reader, { accountId: account.id, segmentId: id })
    const computed_at = clock.now()
    const condition = await conditionOf(reader, segment, computed_at)
    const { total: contacts } = await countContacts(reader, groundOf(segment), condition)
    return transact(async (tx) => {
      await keepCount(tx, segment, { contacts, computed_at })
      return { ok: true, contacts, computed_at: new Date(computed_at).toISOString() }
    })
  }
