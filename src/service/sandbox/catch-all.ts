import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Clock } from '../../core/clock.ts'
import type { Executor } from '../database/dialect.ts'
import { subjectOf } from './message.ts'
import { createMessageWriter } from './message-writer.ts'

export interface CatchAll {
  /** For `smtpUrl`. */
  url: string
  port: number
  close(): Promise<void>
}

interface Collaborators {
  db: Executor
  clock: Clock
  /** Default: any free port. */
  port?: number
}

/** The limit of the large providers. */
const maxMessageBytes = 25 * 1024 * 1024

/** On shutdown, messages in transit may still arrive. Idle connections are closed afterwards. */
const graceMs = 300

/**
 * Starts an SMTP server on loopback that delivers nothing. Every message that it accepts is in the
 * inbox.
 */
export async function startCatchAll({ db, clock, port = 0 }: Collaborators): Promise<CatchAll> {
  const { SMTPServer } = await import('smtp-server')
  const writeMessages = createMessageWriter(db)
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: maxMessageBytes,
    closeTimeout: graceMs,
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(null, 'Kept'),
        (cause) => done(cause),
      )
    },
  })
  // A client that disconnects halfway is not our problem.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: boundPort } = server.server.address() as AddressInfo // the server listens on TCP
  return { url: `smtp://127.0.0.1:${boundPort}`, port: boundPort, close }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
    if (stream.sizeExceeded) throw tooLarge()
    const raw = Buffer.concat(chunks)
    const { mailFrom, rcptTo } = session.envelope
    const subject = await subjectOf(raw)
    await writeMessages(
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
