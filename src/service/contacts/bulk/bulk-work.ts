import { yieldToEventLoop } from '../../../core/clock.ts'
import { addOptInsWaiting, type JobWork } from '../../jobs/job.ts'
import { createJobWaker } from '../../jobs/job-waker.ts'
import type { Service } from '../../service.ts'
import type { SegmentFilter } from '../segment-filter.ts'
import { prepareAction } from './actions.ts'
import { type BulkTask, createSelection } from './selection.ts'

/**
 * Runs a bulk job, one slice per transaction. Each contact is processed once, even after a crash.
 */
export const bulkWork =
  (service: Service, filterBy: SegmentFilter): JobWork =>
  async (run) => {
    const task = run.params as BulkTask // as `bulk` wrote it
    const { accountId, listId } = run
    const listRef = { accountId, listId }
    const selection = await createSelection({ reader: service.reader, filterBy }, listRef, task)
    const total = run.progress.total ?? (await selection.count())
    const waker = createJobWaker(service)
    try {
      for (;;) {
        if (run.signal.aborted) return 'later'
        const slice = await selection.next(run.progress.cursor)
        if (!slice) return 'done'
        await run.step(async (tx) => {
          const apply = await prepareAction(tx, service, listRef, task)
          const { done, optInsWaiting } = await apply(await slice.select(tx))
          const { processed, updated, skipped } = run.progress
          return {
            total,
            cursor: slice.cursor,
            processed: processed + slice.requested,
            updated: updated + done,
            skipped: skipped + slice.requested - done,
            found: addOptInsWaiting(run.progress, optInsWaiting),
          }
        })
        waker.afterStep()
        await yieldToEventLoop()
      }
    } finally {
      waker.afterLast()
    }
  }
