import { Failure } from '../../core/failure.ts'
import type { Log } from '../log.ts'
import { ScratchBuffer } from '../mail/scratch-buffer.ts'
import type { Outcome } from '../smtp/outcome.ts'
import type { Submission } from '../smtp/submission.ts'
import type { QueuedMessage } from './queued-message.ts'
import { CampaignHeld } from './template-health.ts'

/** The message, or why it cannot be made. A promise if threads sign it, or if others get a turn first. */
type MadeMessage = Submission | Outcome | Promise<Submission | Outcome>

/** Returns a function that composes messages, each in a buffer that is used again when the message has left. */
export function createMessageMaker(log: Log): (message: QueuedMessage) => MadeMessage {
  const buffers: ScratchBuffer[] = []

  return (message) => {
    const buffer = buffers.pop() ?? new ScratchBuffer()
    const ready = (submission: Submission): Submission => {
      submission.onLeft = () => buffers.push(buffer)
      return submission
    }
    try {
      const composed = message.compose(buffer)
      return composed instanceof Promise ? composed.then(ready).catch(failed) : ready(composed)
    } catch (error) {
      return failed(error)
    }
  }

  /** One contact's values can break a message. The other messages must still be sent. */
  function failed(error: unknown): Outcome {
    if (error instanceof CampaignHeld) return { state: 'unreachable', response: '', isUnmade: true }
    if (!(error instanceof Failure)) log.error('message could not be made', error)
    const response = error instanceof Failure ? error.code : 'internal'
    return { state: 'failed', response, isUnmade: true }
  }
}
