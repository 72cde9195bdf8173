import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { checkConditions } from '../conditions/check.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { readList } from './input.ts'
import { requireSegment, type SegmentChange, updateSegment } from './store.ts'

/** Clears the count, which new conditions or another list make invalid. */
const uncounted = { contacts: null, computed_at: null }

export const update =
  ({ clock }: Service): Handler<typeof contract.segments.update> =>
  ({ id, name, list_id, conditions }, { account, transact }) =>
    transact(async (tx) => {
      const segment = await requireSegment(tx, { accountId: account.id, segmentId: id })
      const listId =
        list_id === undefined ? segment.list_id : await readList(tx, account.id, list_id)
      const isOther = conditions !== undefined || listId !== segment.list_id
      const checked = conditions ?? JSON.parse(segment.conditions)
      // The new list may lack a field of the old one.
      if (isOther) await checkConditions(tx, { accountId: account.id, listId }, checked)
      const change: SegmentChange = {
        ...(name !== undefined && { name }),
        ...(isOther && { list_id: listId, conditions: JSON.stringify(checked), ...uncounted }),
        updated_at: clock.now(),
      }
      if (!(await updateSegment(tx, segment, change))) throw new Failure('edited_meanwhile')
      return { ok: true }
    })
