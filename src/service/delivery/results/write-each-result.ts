import type { Executor } from '../../database/dialect.ts'
import { isDatabaseDown } from '../../database/dialect.ts'
import type { Service } from '../../service.ts'
import { applyDeliveryResults } from './apply-delivery-results.ts'
import {
  type MessageResult,
  writeMessageResults,
  writeRecipientResults,
} from './message-state-store.ts'

/**
 * Writes results one by one and removes them from `results`, so that one that the database rejects does
 * not stop the others. Of such a result only the state is kept. Throws when the database is away.
 */
export async function writeEachResult(
  { db, log, clock }: Pick<Service, 'db' | 'log' | 'clock'>,
  results: MessageResult[],
): Promise<void> {
  for (let result = results[0]; result; result = results[0]) {
    const failed = result
    try {
      await db.transaction().execute((tx) => applyDeliveryResults(tx, [failed], clock.now()))
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      await db.transaction().execute((tx) => writeState(tx, setApart(failed)))
      const { table, id } = result.message
      log.error('the result of a message was set apart', error, { table, id })
    }
    results.shift()
  }
}

/** What is not known to be sent has failed: to try it again would end here again. */
const setApart = ({ message, result }: MessageResult): MessageResult => ({
  message,
  result: {
    state: result.state === 'sent' || result.state === 'uncertain' ? result.state : 'failed',
    attempts: result.attempts,
    nextAt: 0,
    response: 'internal',
    sentAt: result.sentAt,
  },
})

async function writeState(tx: Executor, result: MessageResult): Promise<void> {
  if (result.message.table === 'messages') await writeMessageResults(tx, [result])
  else await writeRecipientResults(tx, [result])
}
