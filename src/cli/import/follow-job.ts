import { jobs } from '../../contract/modules/jobs.ts'
import type { Job } from '../../contract/shapes/job.ts'
import { Failure } from '../../core/failure.ts'
import { followed } from '../commands/campaigns/follow.ts'
import { durationOf } from '../commands/campaigns/send-time.ts'
import type { Context } from '../context.ts'
import { wireId } from './send-batch.ts'

export interface JobPlace {
  list: string
  job: number
}

/** Looks at a job until it has ended. Throws still_running, and interrupted: the server goes on then. */
export async function followJob(
  context: Context,
  { list, job }: JobPlace,
  timeout: string | undefined,
  label: string = context.words.imports.importing,
): Promise<Job> {
  const { host, output, words } = context
  const { clock, stopped: signal } = host
  const deadline =
    timeout === undefined ? Infinity : clock.now() + durationOf(timeout, '--wait-timeout')
  const place = `${job} --list ${list}`
  const client = await context.client()
  const progress = await output.startProgress(label)
  const look = () => client.call(jobs.get, { id: wireId(list), job }, { signal })
  const tellHow = () =>
    output.note(
      words.imports.jobGoesOn(
        `remite lists jobs get ${place}`,
        `remite lists jobs cancel ${place}`,
      ),
    )
  try {
    for await (const { data } of followed(context, 'course', look)) {
      progress.update(data.processed, data.total ?? undefined)
      if (data.finished_at !== null) return data
      if (clock.now() < deadline) continue
      tellHow()
      throw new Failure('still_running', { values: { id: job, status: data.status } })
    }
    throw new Failure('internal') // it is followed for ever
  } catch (error) {
    if (signal.aborted) tellHow()
    throw error
  } finally {
    progress.clear()
  }
}
