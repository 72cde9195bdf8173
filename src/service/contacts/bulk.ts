import type { contract } from '../../contract/index.ts'
import { sliceSize } from '../database/slices.ts'
import type { Handler } from '../handler.ts'
import { insertJob } from '../jobs/queue-store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { openAct } from './bulk-act.ts'
import { lastContactId } from './bulk-store.ts'
import { type BulkTask, whomOf } from './bulk-task.ts'
import type { SegmentFilter } from './segment-filter.ts'

/** Does one thing to many contacts: a slice of them at once, more as a job. */
export const bulk =
  (service: Service, filterBy: SegmentFilter): Handler<typeof contract.contacts.bulk> =>
  async ({ id, ...input }, { account, transact }) => {
    const { db, reader, clock, wake } = service
    const place = { accountId: account.id, listId: id }
    await findList(db, place)
    const task: BulkTask = { ...input, until: await lastContactId(reader, place) }
    const whom = await whomOf({ reader, filterBy }, place, task)
    const slice = await whom.next(0)
    const isLong = slice?.asked === sliceSize && (await whom.next(slice.cursor)) !== undefined
    // Somebody may join the other list at the same moment: the work is done again without them.
    const answer = await transact(async (tx) => {
      const act = await openAct(tx, service, place, task)
      if (isLong) {
        const job = { ...place, kind: 'bulk', params: task, now: clock.now() } as const
        return { job_id: await insertJob(tx, job) }
      }
      const done = slice ? await act(await slice.select(tx)) : 0
      return { ok: true, done, skipped: (slice?.asked ?? 0) - done }
    })
    wake()
    return answer
  }
