import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { readReturnPath } from '../mail/return-path.ts'
import type { Service } from '../service.ts'
import { hasBacklog, keepMessages } from './inbox-store.ts'

export interface Inbox {
  port: number
  close(): Promise<void>
}

export interface InboxPlace {
  host: string
  port: number
}

export interface InboxSettings extends InboxPlace {
  /** PEM. Absent: STARTTLS is not offered. */
  tls?: { cert: Buffer; key: Buffer }
}

/** Where providers are asked to send complaints to. */
const feedbackName = 'fbl'

/** A report may hold the whole of what it is about, so as much as the large providers take. */
const largestMessage = 25 * 1024 * 1024
/** The report stands before the original, and that is not needed. */
export const keptBytes = 128 * 1024
/** Whoever writes to a return path writes one report to one of them. */
const mostRecipients = 10
/** Anybody may write to us, so what is not read yet is all that may fill the disk: 128 MB of it. */
const mostUnread = 1000
const mostClients = 100
const idleMs = 60_000
/** What is on its way when we stop may still arrive. */
const graceMs = 300

/**
 * Takes mail for return paths that we gave out and for the address of complaints, and refuses any
 * other. What it answers 250 to is in the database.
 */
export async function startInbox(
  { db, clock, secrets, settings, wake }: Service,
  { host, port, tls }: InboxSettings,
): Promise<Inbox> {
  const { SMTPServer } = await import('smtp-server')
  const domain = settings.bounceDomain.toLowerCase()
  const server = new SMTPServer({
    name: settings.hostName,
    ...tls,
    // Without a certificate of ours the package offers one that everybody has the key of.
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: largestMessage,
    maxClients: mostClients,
    socketTimeout: idleMs,
    closeTimeout: graceMs,
    onRcptTo({ address }, session, done) {
      if (!isOurs(address)) return done(refusal(550, '5.1.1 No such address here'))
      if (session.envelope.rcptTo.length >= mostRecipients) {
        return done(refusal(452, '4.5.3 Too many recipients'))
      }
      hasBacklog(db, mostUnread).then(
        (isBehind) => done(isBehind ? busy() : null),
        () => done(busy()),
      )
    },
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(null, 'Kept'),
        // Nobody may be told the insides; the report comes again.
        (error) => done(error.responseCode ? error : busy()),
      )
    },
  })
  // A client that hangs up in the middle is its own affair.
  server.on('error', () => {})
  server.listen(port, host)
  await Promise.race([
    once(server.server, 'listening'),
    once(server.server, 'error').then(([error]) => Promise.reject(error)),
  ])
  const { port: taken } = server.server.address() as AddressInfo // of a TCP server
  return { port: taken, close: () => new Promise((resolve) => server.close(resolve)) }

  function isOurs(address: string): boolean {
    const at = address.lastIndexOf('@')
    if (address.slice(at + 1).toLowerCase() !== domain) return false
    const name = address.slice(0, at).toLowerCase()
    return name === feedbackName || readReturnPath(address, secrets.mac) !== undefined
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (length < keptBytes) chunks.push(chunk.subarray(0, keptBytes - length))
      length += chunk.length
    }
    if (stream.sizeExceeded) throw refusal(552, '5.3.4 Message too large')
    const raw = Buffer.concat(chunks)
    const { mailFrom, rcptTo } = session.envelope
    await keepMessages(
      db,
      rcptTo.map(({ address }) => ({
        mail_from: mailFrom ? mailFrom.address : '',
        rcpt_to: address,
        raw,
        received_at: clock.now(),
      })),
    )
    wake()
  }
}

const busy = () => refusal(451, '4.3.0 Try again later')

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
