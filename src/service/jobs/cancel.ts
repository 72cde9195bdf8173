import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { cancelJob, findJob } from './store.ts'

/** Cancels a job. Its results so far stay; the worker notices with its next step. */
export const cancel =
  ({ clock, wake }: Pick<Service, 'clock' | 'wake'>): Handler<typeof contract.jobs.cancel> =>
  async ({ id, job }, { account, transact }) => {
    const jobRef = { accountId: account.id, listId: id, jobId: job }
    await transact(async (tx) => {
      await findList(tx, jobRef)
      if (await cancelJob(tx, jobRef, clock.now())) return
      const { status } = await findJob(tx, jobRef)
      throw new Failure('wrong_state', { values: { status } })
    })
    wake()
    return { ok: true }
  }
