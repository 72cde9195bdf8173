import type { contract } from '../../../contract/index.ts'
import { sliceSize } from '../../database/slices.ts'
import type { Handler } from '../../handler.ts'
import { insertJob } from '../../jobs/queue-store.ts'
import { findList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import type { SegmentFilter } from '../segment-filter.ts'
import { lastContactId } from '../store.ts'
import { prepareAction } from './actions.ts'
import { type BulkTask, createSelection } from './selection.ts'

/** Applies one action to many contacts: a single slice immediately, more as a job. */
export const bulk =
  (service: Service, filterBy: SegmentFilter): Handler<typeof contract.contacts.bulk> =>
  async ({ id, ...input }, { account, transact }) => {
    const { db, reader, clock, wake } = service
    const listRef = { accountId: account.id, listId: id }
    await findList(db, listRef)
    const task: BulkTask = { ...input, until: await lastContactId(reader, listRef) }
    const selection = await createSelection({ reader, filterBy }, listRef, task)
    const slice = await selection.next(0)
    const isLong =
      slice?.requested === sliceSize && (await selection.next(slice.cursor)) !== undefined
    // If a contact joins the target list at the same moment, the transaction is repeated without
    // it.
    const answer = await transact(async (tx) => {
      const apply = await prepareAction(tx, service, listRef, task)
      if (isLong) {
        const job = { ...listRef, kind: 'bulk', params: task, now: clock.now() } as const
        return { job_id: await insertJob(tx, job) }
      }
      const { done, optInsWaiting } = await apply(slice ? await slice.select(tx) : [])
      const waiting = optInsWaiting > 0 ? { optin_waiting: optInsWaiting } : {}
      return { ok: true, done, skipped: (slice?.requested ?? 0) - done, ...waiting }
    })
    wake()
    return answer
  }
