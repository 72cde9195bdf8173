import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { type Course, followed, hasEnded, isStill, readCourse } from './follow.ts'
import { durationOf } from './send-time.ts'
import { sentView } from './sent-view.ts'

/** Failure `not_offered` before anything is sent: here nobody could tell when it has ended. */
export async function refuseBlindWait(context: Context, id: number): Promise<void> {
  const { status } = await readCourse(context, id)
  if (status === '') throw new Failure('not_offered', { values: { what: '--wait' } })
}

interface Waiting {
  /** As typed. */
  timeout: string | undefined
  /** What the send itself was answered. */
  answer: object
}

/**
 * Waits until nothing moves any more and shows how it ended. Then says in the exit code what did not
 * go well: `still_running` when the time ran out or it is paused, `done_in_part` for failed recipients.
 */
export async function showEnd(
  context: Context,
  id: number,
  { timeout, answer }: Waiting,
): Promise<void> {
  const { cancelled: _, ...course } = await waitForEnd(context, id, timeout)
  const { status, recipients: total } = course
  await context.output.show({
    one: { ...answer, ...course, ok: status === 'sent' },
    view: sentView,
  })
  if (!hasEnded(course)) throw new Failure('still_running', { values: { id, status } })
  // Of one that was cancelled, those who were not reached any more count too.
  const failed = status === 'sent' ? course.failed : total - course.sent
  if (status !== 'sent' || failed > 0) {
    throw new Failure('done_in_part', { values: { failed, total } })
  }
}

async function waitForEnd(
  context: Context,
  id: number,
  timeout: string | undefined,
): Promise<Course> {
  const { host, output, words } = context
  const deadline =
    timeout === undefined ? Infinity : host.clock.now() + durationOf(timeout, '--wait-timeout')
  const progress = await output.startProgress(words.operating.sending)
  try {
    for await (const course of followed(context, 'course', () => readCourse(context, id))) {
      const { recipients, sent, failed, uncertain, cancelled } = course
      progress.update(sent + failed + uncertain + cancelled, recipients)
      if (isStill(course) || host.clock.now() >= deadline) return course
    }
    throw new Failure('internal') // it is followed for ever
  } catch (error) {
    if (!host.stopped.aborted) throw error
    const resume = `remite campaigns watch ${id}`
    throw new Failure('interrupted', { values: { resume } }, { cause: error })
  } finally {
    progress.clear()
  }
}
