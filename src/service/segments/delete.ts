import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { campaignFor, deleteSegment, requireSegment } from './store.ts'

/** A campaign that is still to go to it would not know any more whom it is for. */
export const remove =
  (_: Service): Handler<typeof contract.segments.delete> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => {
      const place = { accountId: account.id, segmentId: id }
      await requireSegment(tx, place)
      const by = await campaignFor(tx, place)
      if (by !== undefined) throw new Failure('in_use', { values: { by } })
      await deleteSegment(tx, place)
      return { ok: true }
    })
