import { Failure } from '../../core/failure.ts'
import type { Log } from '../log.ts'
import { ScratchBuffer } from '../mail/scratch-buffer.ts'
import type { Outcome } from '../smtp/outcome.ts'
import type { Submission } from '../smtp/submission.ts'
import type { QueuedMessage } from './queued-message.ts'
import { CampaignHeld } from './template-health.ts'

/** A message in a buffer of its own, which is used again when `onLeft` was called, or `discard`. */
export interface MadeMessage {
  message: QueuedMessage
  /** The message, or why it cannot be made. A promise only if threads sign it. */
  made: Submission | Outcome | Promise<Submission | Outcome>
  /** Gives the buffer back. The message will not be sent. */
  discard(): void
}

/** Returns a function that composes messages, in buffers that are used again. */
export function createMessageMaker(log: Log): (message: QueuedMessage) => MadeMessage {
  const buffers: ScratchBuffer[] = []

  return (message) => {
    const buffer = buffers.pop() ?? new ScratchBuffer()
    const release = () => buffers.push(buffer)
    const made = compose(message, buffer, release)
    return {
      message,
      made,
      // A thread may still be writing its signature.
      discard: () => void (made instanceof Promise ? made.then(release) : release()),
    }
  }

  function compose(
    message: QueuedMessage,
    buffer: ScratchBuffer,
    onLeft: () => void,
  ): MadeMessage['made'] {
    const ready = (submission: Submission): Submission => Object.assign(submission, { onLeft })
    try {
      const composed = message.compose(buffer)
      return composed instanceof Promise ? composed.then(ready).catch(failed) : ready(composed)
    } catch (error) {
      return failed(error)
    }
  }

  /** One contact's values can break a message. The other messages must still be sent. */
  function failed(error: unknown): Outcome {
    if (error instanceof CampaignHeld) return { state: 'unreachable', response: '' }
    if (!(error instanceof Failure)) log.error('message could not be made', error)
    return { state: 'failed', response: error instanceof Failure ? error.code : 'internal' }
  }
}
