import type { Readable } from 'node:stream'
import type { Outcome } from '../smtp/outcome.ts'
import { createPool } from '../smtp/pool.ts'
import { type InboxAddress, keptBytes } from './inbox.ts'

interface PipedMessage {
  /** The return path. */
  recipient: string
  message: Readable
}

interface InboxSubmission {
  /** `refused` and `noSuchAddress` are permanent. */
  result: 'taken' | 'refused' | 'noSuchAddress' | 'later'
  response: string
}

/** The inbox responds immediately. A mail server kills a pipe that hangs. */
const timeoutMs = 30_000
const timeouts = { greeting: timeoutMs, mail: timeoutMs, rcpt: timeoutMs, content: timeoutMs }

/** Submits a message to the running inbox, since only one process may write an SQLite file. */
export async function submitToInbox(
  { host, port }: InboxAddress,
  { recipient, message }: PipedMessage,
): Promise<InboxSubmission> {
  const pool = createPool({
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: 1,
    timeouts,
  })
  const outcome = await pool.send({ from: '', to: recipient, raw: await readHead(message) })
  await pool.close()
  return { result: endOf(outcome), response: outcome.response }
}

/** A duplicate counts once, so an unknown result can be retried. */
function endOf({ state, code }: Outcome): InboxSubmission['result'] {
  if (state === 'sent') return 'taken'
  if (state !== 'failed') return 'later'
  return code === 550 ? 'noSuchAddress' : 'refused'
}

/**
 * Reads as much as the inbox stores, and discards the rest: a mail server treats a closed pipe as
 * an error.
 */
async function readHead(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    if (length < keptBytes) chunks.push(bytes.subarray(0, keptBytes - length))
    length += bytes.length
  }
  return Buffer.concat(chunks)
}
