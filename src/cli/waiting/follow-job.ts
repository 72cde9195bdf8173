import { jobs } from '../../contract/modules/jobs.ts'
import { wireId } from '../../contract/path.ts'
import type { Job } from '../../contract/shapes/job.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readDuration } from '../input/duration.ts'
import { poll } from './poll.ts'

export interface JobReference {
  list: string
  job: number
}

/** Polls a job until it has finished. After still_running and interrupted the job continues. */
export async function followJob(
  context: Context,
  { list, job }: JobReference,
  timeout: string | undefined,
  label: string = context.messages.imports.importing,
): Promise<Job> {
  const { host, output, messages } = context
  const { clock, stopped: signal } = host
  const deadline =
    timeout === undefined ? Infinity : clock.now() + readDuration(timeout, '--wait-timeout')
  const jobArgs = `${job} --list ${list}`
  const client = await context.client()
  const progress = await output.startProgress(label)
  const look = () => client.call(jobs.get, { id: wireId(list), job }, { signal })
  const noteCommands = () =>
    output.note(
      messages.imports.jobContinues(
        `remite lists jobs get ${jobArgs}`,
        `remite lists jobs cancel ${jobArgs}`,
      ),
    )
  try {
    for await (const { data } of poll(context, 'job', look)) {
      progress.update(data.processed, data.total ?? undefined)
      if (data.finished_at !== null) return data
      if (clock.now() < deadline) continue
      noteCommands()
      throw new Failure('still_running', { values: { id: job, status: data.status } })
    }
    throw new Failure('internal') // `poll` never ends
  } catch (error) {
    if (signal.aborted) noteCommands()
    throw error
  } finally {
    progress.clear()
  }
}
