import type { Readable } from 'node:stream'
import type { Outcome } from '../mail/outcome.ts'
import { createPool } from '../mail/pool.ts'
import { type InboxPlace, keptBytes } from './inbox.ts'

interface Piped {
  /** The return path. */
  recipient: string
  message: Readable
}

export interface HandedIn {
  /** `refused`, like `noSuchAddress`, for good. */
  end: 'taken' | 'refused' | 'noSuchAddress' | 'later'
  response: string
}

/** The inbox answers at once; a mail server kills a pipe that hangs. */
const patienceMs = 30_000

/** Gives a message to an inbox that runs, since of SQLite only one process may write the file. */
export async function handIn(
  { host, port }: InboxPlace,
  { recipient, message }: Piped,
): Promise<HandedIn> {
  const pool = createPool({
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: 1,
    connectMs: patienceMs,
    greetingMs: patienceMs,
    answerMs: patienceMs,
  })
  const outcome = await pool.send({ from: '', to: recipient, raw: await readHead(message) })
  await pool.close()
  return { end: endOf(outcome), response: outcome.response }
}

/** What is handed in twice counts once, so whoever does not know tries again. */
function endOf({ state, code }: Outcome): HandedIn['end'] {
  if (state === 'sent') return 'taken'
  if (state !== 'failed') return 'later'
  return code === 550 ? 'noSuchAddress' : 'refused'
}

/** As much as the inbox keeps. The rest is read too: whoever writes to a closed pipe takes it for a failure. */
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
