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
  type JobEnd,
  releaseJob,
  saveProgress,
} from './queue-store.ts'

/** Claims one job and runs it until it ends or the process stops. Returns whether there was one. */
export async function runNextJob(
  { db, clock, log }: Pick<Service, 'db' | 'clock' | 'log'>,
  works: JobWorks,
  signal: AbortSignal,
): Promise<boolean> {
  const job = await claimJob(db, clock.now())
  if (!job) return false
  const end = (outcome: JobEnd) => endJob(db, job, outcome, clock.now())
  try {
    if ((await works[job.kind](runOf(db, clock, job, signal))) === 'later')
      await releaseJob(db, job)
    else await end({ status: 'done' })
  } catch (error) {
    if (error instanceof JobLost) return true
    if (!(error instanceof Failure)) {
      await releaseJob(db, job)
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
        if (!(await saveProgress(tx, job, made, clock.now()))) throw new JobLost()
        return made
      })
    },
  }
}
