import type { contract } from '../../contract/index.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { countContacts } from './contacts-store.ts'
import { compiledSegment, scopeOf } from './segment-filter.ts'
import { requireSegment, saveCount } from './store.ts'

/** Counts the segment now and stores the count. */
export const refresh =
  ({ reader, clock }: Service): Handler<typeof contract.segments.refresh> =>
  async ({ id }, { account, transact }) => {
    const segment = await requireSegment(reader, { accountId: account.id, segmentId: id })
    const computed_at = clock.now()
    const { forAll } = await compiledSegment(reader, segment, computed_at)
    const { total: contacts } = await countContacts(reader, scopeOf(segment), forAll)
    return transact(async (tx) => {
      await saveCount(tx, segment, { contacts, computed_at })
      return { ok: true, contacts, computed_at: toIsoTime(computed_at) }
    })
  }
