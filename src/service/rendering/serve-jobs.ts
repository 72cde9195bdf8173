import { parentPort } from 'node:worker_threads'
import { Failure } from '../../core/failure.ts'
import type { Job, JobReply, JobRequest } from './job.ts'

/** Runs the jobs that arrive, in a thread. The next one arrives after the reply. */
export function serveJobs(jobs: readonly Job<never, unknown>[]): void {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  parentPort?.on('message', async (request: JobRequest) => {
    parentPort?.postMessage(await replyTo(byName, request))
  })
}

async function replyTo(
  jobs: ReadonlyMap<string, Job<never, unknown>>,
  { name, input }: JobRequest,
): Promise<JobReply> {
  try {
    // The caller's types guarantee that the input belongs to the job.
    return { result: await jobs.get(name)?.run(input as never) }
  } catch (error) {
    if (error instanceof Failure) return { failure: error.code, details: error.details }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
