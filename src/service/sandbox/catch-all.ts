import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Clock } from '../../core/clock.ts'
import type { Executor } from '../database/dialect.ts'
import { createKeeper } from './keeper.ts'
import { subjectOf } from './message.ts'

export interface CatchAll {
  /** For `smtpUrl`. */
  url: string
  port: number
  close(): Promise<void>
}

interface Collaborators {
  db: Executor
  clock: Clock
  /** Any that is free when absent. */
  port?: number
}

/** As much as the large providers take. */
const largestMessage = 25 * 1024 * 1024

/** What is on its way when we stop may still arrive; idle connections are closed after it. */
const graceMs = 300

/** A relay on loopback that delivers nothing: whatever it answered 250 to is in the inbox. */
export async function startCatchAll({ db, clock, port = 0 }: Collaborators): Promise<CatchAll> {
  const { SMTPServer } = await import('smtp-server')
  const keep = createKeeper(db)
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: largestMessage,
    closeTimeout: graceMs,
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(null, 'Kept'),
        (cause) => done(cause),
      )
    },
  })
  // A client that hangs up in the middle is its own affair.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: taken } = server.server.address() as AddressInfo // of a TCP server
  return { url: `smtp://127.0.0.1:${taken}`, port: taken, close }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
    if (stream.sizeExceeded) throw tooLarge()
    const raw = Buffer.concat(chunks)
    const { mailFrom, rcptTo } = session.envelope
    const subject = await subjectOf(raw)
    await keep(
      rcptTo.map(({ address }) => ({
        mail_from: mailFrom ? mailFrom.address : '',
        rcpt_to: address.toLowerCase(),
        subject,
        raw,
        received_at: clock.now(),
      })),
    )
  }

  function close(): Promise<void> {
    return new Promise((resolve) => server.close(resolve))
  }
}

const tooLarge = () => Object.assign(new Error('5.3.4 Message too large'), { responseCode: 552 })
