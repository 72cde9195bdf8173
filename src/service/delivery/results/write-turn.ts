import type { Executor } from '../../database/dialect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { QueuedMessage } from '../queued-message.ts'
import { applyDeliveryResults } from './apply-delivery-results.ts'
import { unsentResultOf } from './delivery-result.ts'
import {
  markSubmitting,
  type PostponedMessage,
  postponeMessages,
  releaseMessages,
} from './message-state-store.ts'
import { type Turn, writeTurnAtOnce } from './turn-store.ts'

/**
 * Writes a turn of the dispatcher, and returns the messages that may be sent. Statement by statement only if not all
 * of them may, as after a pause, or if others have taken this process for dead: then each result decides what follows.
 */
export const writeTurn = async (
  db: Executor,
  turn: Turn,
  now: number,
): Promise<Set<QueuedMessage>> =>
  (await writeTurnAtOnce(db, turn))
    ? new Set(turn.batch)
    : inTransaction(db, async (tx) => {
        await applyDeliveryResults(tx, turn.finished, now)
        const granted = await markSubmitting(tx, turn.batch)
        await giveBack(tx, turn, now)
        return granted
      })

/**
 * Gives back messages that are not sent now. Some may be `uncertain`: the answer to the commit that marked them
 * as `submitting` was lost, and then others took this process for dead.
 */
async function giveBack(
  tx: Executor,
  {
    released,
    postponed,
  }: { released: readonly QueuedMessage[]; postponed: readonly PostponedMessage[] },
  now: number,
): Promise<void> {
  const found = (await releaseMessages(tx, released)) + (await postponeMessages(tx, postponed))
  const all = [...released, ...postponed.map(({ message }) => message)]
  if (found === all.length) return
  const results = all.map((message) => ({
    message,
    result: unsentResultOf(message.attempts, now),
  }))
  await applyDeliveryResults(tx, results, now)
}
