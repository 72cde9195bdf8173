import { setImmediate } from 'node:timers/promises'
import type { JobWork } from '../jobs/job.ts'
import type { Service } from '../service.ts'
import { openAct } from './bulk-act.ts'
import { type BulkTask, whomOf } from './bulk-task.ts'
import type { SegmentFilter } from './segment-filter.ts'

/** Acts on those that a bulk job means, a slice a transaction: each of them once, also after a crash. */
export const bulkWork =
  (service: Service, filterBy: SegmentFilter): JobWork =>
  async (run) => {
    const task = run.params as BulkTask // as `bulk` wrote it
    const { accountId, listId } = run
    const place = { accountId, listId }
    const whom = await whomOf({ reader: service.reader, filterBy }, place, task)
    const total = run.progress.total ?? (await whom.count())
    for (;;) {
      if (run.signal.aborted) return 'later'
      const slice = await whom.next(run.progress.cursor)
      if (!slice) return 'done'
      await run.step(async (tx) => {
        const act = await openAct(tx, service, place, task)
        const done = await act(await slice.select(tx))
        const { processed, updated, skipped } = run.progress
        return {
          total,
          cursor: slice.cursor,
          processed: processed + slice.asked,
          updated: updated + done,
          skipped: skipped + slice.asked - done,
        }
      })
      service.wake()
      await setImmediate()
    }
  }
