import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Clock } from '../../core/clock.ts'
import { minuteMs } from '../../core/time.ts'
import { limitNetworks } from '../http/connections.ts'
import { readReturnPath } from '../mail/return-path.ts'
import type { Service } from '../service.ts'
import { hasBacklog, insertInboxMessages } from './inbox-store.ts'

export interface Inbox {
  port: number
  close(): Promise<void>
}

export interface InboxAddress {
  host: string
  port: number
}

export interface InboxSettings extends InboxAddress {
  /** PEM. Without it, STARTTLS is not offered. */
  tls?: { cert: Buffer; key: Buffer }
}

/** Whether it is the address for complaints. Its local part is fixed. */
export const isFeedbackAddress = (address: string): boolean => /^fbl@/i.test(address)

/** A report may contain the whole original, so the limit is that of the large providers. */
const maxMessageBytes = 25 * 1024 * 1024
/** The report comes before the copy of the original, which is not needed. */
export const keptBytes = 128 * 1024
/** A bounce has one recipient. */
const maxRecipients = 10
/** Bounds the disk space of unread messages to 128 MB, since anyone can send to the inbox. */
const maxUnread = 1000
/** One network may have a tenth, which is what a mail server opens to one destination at most. */
const maxClients = 200
const clientsPerNetwork = 20
const idleMs = minuteMs
/** A client that keeps its connection busy without a message would hold it for ever. */
const maxSessionMs = 10 * minuteMs
/** How long messages in transfer may take when the inbox stops. */
const graceMs = 300

/**
 * Starts the SMTP server for bounces and complaints. Accepts only our return paths and the
 * complaint address. A message is in the database before it is acknowledged with 250.
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
    // Without a certificate, the package would offer a built-in one whose key is public.
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: maxMessageBytes,
    maxClients,
    socketTimeout: idleMs,
    closeTimeout: graceMs,
    onRcptTo({ address }, session, done) {
      if (!isOurs(address)) return done(refusal(550, '5.1.1 No such address here'))
      if (session.envelope.rcptTo.length >= maxRecipients) {
        return done(refusal(452, '4.5.3 Too many recipients'))
      }
      hasBacklog(db, maxUnread).then(
        (isBehind) => done(isBehind ? busy() : null),
        () => done(busy()),
      )
    },
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(null, 'Kept'),
        // Internal errors are not revealed. The sender retries.
        (error) => done(error.responseCode ? error : busy()),
      )
    },
  })
  limitNetworks(server.server, clientsPerNetwork)
  const closing = new AbortController()
  void closeOldConnections(server.server, clock, closing.signal)
  // A client that disconnects early is not an error of ours.
  server.on('error', () => {})
  server.listen(port, host)
  await Promise.race([
    once(server.server, 'listening'),
    once(server.server, 'error').then(([error]) => Promise.reject(error)),
  ])
  const { port: taken } = server.server.address() as AddressInfo // of a TCP server
  return {
    port: taken,
    close() {
      closing.abort()
      return new Promise((resolve) => server.close(resolve))
    },
  }

  function isOurs(address: string): boolean {
    const at = address.lastIndexOf('@')
    if (address.slice(at + 1).toLowerCase() !== domain) return false
    return isFeedbackAddress(address) || readReturnPath(address, secrets.mac) !== undefined
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
    await insertInboxMessages(
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

async function closeOldConnections(
  server: Server,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const openedAt = new Map<Socket, number>()
  server.on('connection', (socket) => {
    openedAt.set(socket, clock.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  while (!signal.aborted) {
    await clock.sleep(idleMs, signal)
    for (const [socket, since] of openedAt) {
      if (clock.now() - since >= maxSessionMs) socket.destroy()
    }
  }
}

const busy = () => refusal(451, '4.3.0 Try again later')

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
