import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { minuteMs, secondMs } from '../../core/time.ts'
import { type Executor, isDatabaseDown } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Service } from '../service.ts'
import { JobLost, type JobRun, type JobWorks } from './job.ts'
import {
  type ClaimedJob,
  claimJob,
  delayJob,
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
    if (!isOfJob(error)) {
      const isOutage = isDatabaseDown(error) || isOfMachine(error)
      await delayJob(db, job, { until: clock.now() + retryDelay(job.failures), isOutage })
      log.error('a job is tried again later', error, { job: job.id, kind: job.kind })
      return true
    }
    log.info('a job failed', { job: job.id, kind: job.kind, code: error.code })
    await end({ status: 'failed', error: error.code })
  }
  return true
}

const isOfMachine = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'disk_full' || error.code === 'unavailable')

/** Whether the job fails in the same way every time: its file or its list is the reason. */
const isOfJob = (error: unknown): error is Failure =>
  error instanceof Failure && error.code !== 'internal' && !isOfMachine(error)

const firstDelayMs = 2 * secondMs
const longestDelayMs = 10 * minuteMs

/** Doubles with every error in a row. */
const retryDelay = (failures: number): number =>
  Math.min(firstDelayMs * 2 ** Math.min(failures, 20), longestDelayMs)

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
      job.failures = 0
    },
  }
}
