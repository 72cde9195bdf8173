import type { Executor } from '../database/dialect.ts'
import type { JobKind, Progress } from './store.ts'

/** A job that a worker runs. */
export interface JobRun {
  readonly id: number
  readonly accountId: number
  readonly listId: number
  readonly kind: JobKind
  /** The parameters it was created with. */
  readonly params: unknown
  /** The progress as of the last committed step. */
  readonly progress: Readonly<Progress>
  /**
   * Aborted when the process stops: the work then returns `'later'` between two steps and is
   * resumed later.
   */
  readonly signal: AbortSignal
  /**
   * Runs a step and saves the progress in one transaction, so that work resumes after it following
   * a crash. Steps are short: about a thousand rows. Throws `JobLost` if the job was cancelled or
   * another worker claimed it. The work must not catch that.
   */
  step(work: (tx: Executor) => Promise<Partial<Progress>>): Promise<void>
}

/** The worker no longer owns the job. The step was rolled back. */
export class JobLost extends Error {}

/**
 * Does the work of one kind of job, from `progress.cursor` on. A `Failure` it throws fails the job.
 */
export type JobWork = (run: JobRun) => Promise<'done' | 'later'>

export type JobWorks = Readonly<Record<JobKind, JobWork>>

/** The opt-in mails that wait, as a part of `found`. Absent if there are none. */
export function addOptInsWaiting(
  { found }: Pick<Progress, 'found'>,
  waiting: number,
): { optin_waiting?: number } {
  const count = (found.optin_waiting ?? 0) + waiting
  return count > 0 ? { optin_waiting: count } : {}
}
