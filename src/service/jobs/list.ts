import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { selectJobs } from './store.ts'
import { viewOf } from './view.ts'

export const list =
  ({ db, clock }: Pick<Service, 'db' | 'clock'>): Handler<typeof contract.jobs.list> =>
  async ({ id, limit, cursor, order = 'desc', kind, status }, { account }) => {
    const listRef = { accountId: account.id, listId: id }
    await findList(db, listRef)
    const after = decodeIdCursor(cursor)
    const jobs = await selectJobs(db, { ...listRef, limit, order, after, kind, status })
    const now = clock.now()
    return pageOf(
      jobs,
      limit,
      (job) => [job.id],
      (job) => viewOf(job, now),
    )
  }
