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

/** `isOfRelay`: the outcome says something about the relay. */
type Settled = (outcome: Outcome, isOfRelay: boolean) => void

/**
 * Returns a function that makes a message, gives it to the relay or to the inbox of its account, and calls `settled`
 * once. A callback, because a promise for each step costs more than the steps.
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

  async function keepMessage(message: QueuedMessage, settled: Settled): Promise<void> {
    try {
      const made = await make(message)
      settled('state' in made ? made : await keep(message.account ?? 0, made), false)
    } catch (error) {
      log.error('message could not be sent', error)
      settled({ state: 'failed', response: 'internal' }, false)
    }
  }

  async function submitSigned(message: QueuedMessage, settled: Settled): Promise<void> {
    const made = await make(message)
    submit(message, () => made, settled)
  }

  return (message, settled) => {
    if (message.isKept) void keepMessage(message, settled)
    else if (message.isSigned) void submitSigned(message, settled)
    else submit(message, () => make(message), settled)
  }
}
