import type { Job, jobKinds } from '../../contract/shapes/job.ts'
import type { Executor } from '../database/dialect.ts'

export type JobKind = (typeof jobKinds)[number]
export type JobStatus = Job['status']

/** How far a job has come. Kept in the transaction of what it counts. */
export interface Progress {
  /** Null until it is known how many there are. */
  total: number | null
  processed: number
  created: number
  updated: number
  skipped: number
  failed: number
  /** What a cleaning job found, by check. */
  found: Record<string, number>
  /** Where to go on, in the words of the kind. */
  cursor: number
}

export const noProgress: Progress = {
  total: null,
  processed: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  found: {},
  cursor: 0,
}

/** A job in the hands of a worker. */
export interface JobRun {
  readonly id: number
  readonly accountId: number
  readonly listId: number
  readonly kind: JobKind
  /** As they were given when it was made. */
  readonly params: unknown
  /** As of the last step that was committed. */
  readonly progress: Readonly<Progress>
  /** The process is stopping: the work returns `'later'` between two steps and is taken up again. */
  readonly signal: AbortSignal
  /**
   * A piece of work and how far it came, in one transaction; whoever goes on after a crash begins
   * behind it. Short: about a thousand rows. Throws `JobLost` when the job was cancelled or another
   * worker has it; the work must let that through.
   */
  step(work: (tx: Executor) => Promise<Partial<Progress>>): Promise<void>
}

/** The job does not belong to this worker any more; nothing of the step was kept. */
export class JobLost extends Error {}

/** Does the work of one kind, from `progress.cursor` on. A Failure that it throws ends the job as failed. */
export type JobWork = (run: JobRun) => Promise<'done' | 'later'>

export type JobWorks = Readonly<Record<JobKind, JobWork>>
