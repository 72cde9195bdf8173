import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { lockRow } from '../database/row-locks.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { deleteSegment, findWaitingCampaign, type SegmentRef } from './store.ts'

/**
 * Returns the name of something in a higher module that uses the segment and would break without
 * it.
 */
export type FindSegmentUsage = (tx: Executor, segmentRef: SegmentRef) => Promise<string | undefined>

/** Deletes a segment. A campaign that still needs it as its audience prevents that. */
export const remove =
  (_: Service, findUsage: FindSegmentUsage): Handler<typeof contract.segments.delete> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => {
      const segmentRef = { accountId: account.id, segmentId: id }
      await lockRow(tx, 'segments', account.id, id)
      const by = (await findWaitingCampaign(tx, segmentRef)) ?? (await findUsage(tx, segmentRef))
      if (by !== undefined) throw new Failure('in_use', { values: { by } })
      await deleteSegment(tx, segmentRef)
      return { ok: true }
    })
