import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { findJob } from './store.ts'
import { viewOf } from './view.ts'

export const get =
  ({ db, clock }: Pick<Service, 'db' | 'clock'>): Handler<typeof contract.jobs.get> =>
  async ({ id, job }, { account }) => {
    const listRef = { accountId: account.id, listId: id }
    await findList(db, listRef)
    return viewOf(await findJob(db, { ...listRef, jobId: job }), clock.now())
  }
