import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { checkConditions } from '../conditions/check.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { readList } from './input.ts'
import { requireSegment, type SegmentChange, updateSegment } from './store.ts'

/** With other conditions, or on another list, it has not been counted yet. */
const uncounted = { contacts: null, computed_at: null }

export const update =
  ({ clock }: Service): Handler<typeof contract.segments.update> =>
  ({ id, name, list_id, conditions }, { account, transact }) =>
    transact(async (tx) => {
      const segment = await requireSegment(tx, { accountId: account.id, segmentId: id })
      const listId =
        list_id === undefined ? segment.list_id : await readList(tx, account.id, list_id)
      const isOther = conditions !== undefined || listId !== segment.list_id
      const asked = conditions ?? JSON.parse(segment.conditions)
      // A field of the old list may not be there on the new one.
      if (isOther) await checkConditions(tx, { accountId: account.id, listId }, asked)
      const change: SegmentChange = {
        ...(name !== undefined && { name }),
        ...(isOther && { list_id: listId, conditions: JSON.stringify(asked), ...uncounted }),
        updated_at: clock.now(),
      }
      if (!(await updateSegment(tx, segment, change))) throw new Failure('edited_meanwhile')
      return { ok: true }
    })
