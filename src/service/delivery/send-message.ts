import type { Log } from '../log.ts'
import type { Outcome } from '../smtp/outcome.ts'
import type { Pool } from '../smtp/pool.ts'
import type { Submission } from '../smtp/submission.ts'
import { createMessageMaker } from './message-maker.ts'
import type { QueuedMessage } from './queued-message.ts'

export interface SenderOptions {
  log: Log
  pool: Pick<Pool, 'submit'>
  /** Stores a message of a sandbox account in the inbox of the account. */
  keep(accountId: number, submission: Submission): Promise<Outcome>
}

/** Takes the outcome of a message. `tellsOfRelay`: it says something about the relay. */
type Settled = (outcome: Outcome, tellsOfRelay: boolean) => void

/**
 * Returns a function that makes a message, gives it to the relay or to the inbox of its account, and tells the outcome.
 * By a callback, because a promise for each step costs more than the steps.
 */
export function createSender({
  log,
  pool,
  keep,
}: SenderOptions): (message: QueuedMessage, settled: Settled) => void {
  const make = createMessageMaker(log)

  function submit(
    message: QueuedMessage,
    makeNow: () => ReturnType<typeof make>,
    settled: Settled,
  ): void {
    const { isUrgent } = message
    pool.submit({
      isUrgent,
      make: makeNow,
      settled: (outcome) => settled(outcome, !outcome.isUnmade),
    })
  }

  async function submitSigned(message: QueuedMessage, settled: Settled): Promise<void> {
    const made = await make(message)
    submit(message, () => made, settled)
  }

  async function keepMessage(message: QueuedMessage): Promise<Outcome> {
    const made = await make(message)
    return 'state' in made ? made : keep(message.account ?? 0, made)
  }

  return (message, settled) => {
    const fail = (error: unknown) => {
      log.error('message could not be sent', error)
      settled({ state: 'failed', response: 'internal' }, false)
    }
    if (message.isKept) {
      void keepMessage(message).then((outcome) => settled(outcome, false), fail)
    } else if (message.isSigned) {
      void submitSigned(message, settled).catch(fail)
    } else {
      try {
        submit(message, () => make(message), settled)
      } catch (error) {
        fail(error)
      }
    }
  }
}
