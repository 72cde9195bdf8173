import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Service } from '../service.ts'
import { JobLost, type JobRun, type JobWorks } from './job.ts'
import {
  type ClaimedJob,
  claimJob,
  endJob,
  giveBack,
  type JobEnd,
  keepProgress,
} from './queue-store.ts'

/** Takes one job and works on it until it ends, or the process does. Returns whether there was one. */
export async function runNextJob(
  { db, clock, log }: Pick<Service, 'db' | 'clock' | 'log'>,
  works: JobWorks,
  signal: AbortSignal,
): Promise<boolean> {
  const job = await claimJob(db, clock.now())
  if (!job) return false
  const end = (how: JobEnd) => endJob(db, job, how, clock.now())
  try {
    if ((await works[job.kind](runOf(db, clock, job, signal))) === 'later') await giveBack(db, job)
    else await end({ status: 'done' })
  } catch (error) {
    if (error instanceof JobLost) return true
    if (!(error instanceof Failure)) {
      await giveBack(db, job)
      throw error
    }
    log.info('a job failed', { job: job.id, kind: job.kind, code: error.code })
    await end({ status: 'failed', error: error.code })
  }
  return true
}

function runOf(db: Executor, clock: Clock, job: ClaimedJob, signal: AbortSignal): JobRun {
  const { id, accountId, listId, kind, params } = job
  let { progress } = job
  return {
    id,
    accountId,
    listId,
    kind,
    params,
    signal,
    get progress() {
      return progress
    },
    async step(work) {
      progress = await inTransaction(db, async (tx) => {
        const made = { ...progress, ...(await work(tx)) }
        if (!(await keepProgress(tx, job, made, clock.now()))) throw new JobLost()
        return made
      })
    },
  }
}
