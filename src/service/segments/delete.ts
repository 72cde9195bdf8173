import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { campaignFor, deleteSegment, requireSegment, type SegmentPlace } from './store.ts'

/** What in a room above names the segment and would be at a loss without it, by its name. */
export type UserOfSegment = (tx: Executor, place: SegmentPlace) => Promise<string | undefined>

/** A campaign that is still to go to it would not know any more whom it is for. */
export const remove =
  (_: Service, userOf: UserOfSegment): Handler<typeof contract.segments.delete> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => {
      const place = { accountId: account.id, segmentId: id }
      await requireSegment(tx, place)
      const by = (await campaignFor(tx, place)) ?? (await userOf(tx, place))
      if (by !== undefined) throw new Failure('in_use', { values: { by } })
      await deleteSegment(tx, place)
      return { ok: true }
    })
