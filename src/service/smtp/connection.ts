import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { monotonicMs } from '../../core/clock.ts'
import type { Extensions } from './extensions.ts'
import type { MailingMode, MailingOutput } from './mailing-output.ts'
import { Outgoing } from './outgoing.ts'
import type { Relay } from './relay.ts'
import { Session } from './session.ts'
import type { Submission } from './submission.ts'
import type { Timeouts } from './timeouts.ts'

interface ConnectionOptions {
  relay: Relay
  clientName: string
  timeouts: Timeouts
  /** How long the connection stays open without messages. */
  idleMs: number
}

/** The messages of a connection come from here, and their outcomes go there. */
interface ConnectionUser<Message extends Submission>
  extends Pick<MailingOutput<Message>, 'next' | 'settle' | 'unsent' | 'failed'> {
  chooseMode(extensions: Extensions, roundTripMs: number): MailingMode
  /** The connection is over. `wasReady`: it could take messages. */
  end(error: Error, wasReady: boolean): void
}

export interface Connection {
  isFree(): boolean
  load(): number
  /** There may be a message to send. */
  offer(): void
  /** Ends the connection as soon as it is free. */
  quit(): void
  /** Cuts the connection. A message that was being sent ends as after a lost connection. */
  abort(error: Error): void
}

const maxTickMs = 1000
/** What is read at once. Most replies are shorter than a tenth of it. */
const replyBytes = 4096
/** How long the relay may take to close a session that it has ended with 421. */
const endingMs = 10_000

/** Opens a connection to the relay. */
export function openConnection<Message extends Submission>(
  { relay, clientName, timeouts, idleMs }: ConnectionOptions,
  user: ConnectionUser<Message>,
): Connection {
  let phase: 'connect' | 'tls' | 'session' = 'connect'
  let wasReady = false
  let isOver = false
  let mustQuit = false
  /** When the relay last did what it had to. */
  let movedAt = monotonicMs()
  let replies = 0
  let roundTripMs = Number.POSITIVE_INFINITY
  let socket: Socket = connectTcp({
    host: relay.host,
    port: relay.port,
    noDelay: true,
    // All replies come in one buffer, without the socket's readable stream.
    onread: { buffer: Buffer.allocUnsafeSlow(replyBytes), callback: receivePlain },
  })
  const outgoing = new Outgoing(socket)

  const session = new Session<Message>(
    {
      clientName,
      secure: relay.secure,
      requireTls: relay.requireTls,
      credentials: relay.credentials,
    },
    {
      write: (text) => outgoing.text(text),
      writeContent: (bytes, onLeft) => outgoing.content(bytes, onLeft),
      written: () => outgoing.written(),
      passed: () => outgoing.passed(),
      taken: () => outgoing.taken(),
      startTls: () => secure(() => session.secured()),
      chooseMode(extensions) {
        wasReady = true
        return user.chooseMode(extensions, roundTripMs)
      },
      next: user.next,
      settle: user.settle,
      unsent: user.unsent,
      failed: user.failed,
      end,
    },
  )

  // One timer for all deadlines, because a deadline moves with every reply.
  const tickMs = Math.min(maxTickMs, idleMs / 2, ...Object.values(timeouts).map((ms) => ms / 4))
  const timer = setInterval(checkDeadline, Math.max(tickMs, 1))
  listen(socket)
  socket.once('connect', () => {
    movedAt = monotonicMs()
    if (relay.secure) secure(() => {})
    else phase = 'session'
  })

  function listen(to: Socket): void {
    to.on('drain', drained)
    to.on('end', closed)
    to.on('close', closed)
    to.on('error', failed)
  }

  /** An error must not end the process, so its listener stays. */
  function unlisten(from: Socket): void {
    from.off('drain', drained)
    from.off('end', closed)
    from.off('close', closed)
  }

  /** What has been read so far is forgotten: only what comes through TLS counts from now on. */
  function secure(onSecure: () => void): void {
    phase = 'tls'
    movedAt = monotonicMs()
    const plain = socket
    unlisten(plain)
    const { host, tls } = relay
    socket = connectTls({
      socket: plain,
      ...(isIP(host) ? {} : { servername: host }),
      host,
      ...tls,
    })
    outgoing.moveTo(socket)
    listen(socket)
    socket.on('data', receive)
    socket.once('secureConnect', () => {
      phase = 'session'
      movedAt = monotonicMs()
      run(onSecure)
    })
  }

  /** What comes in plain text after STARTTLS is forgotten (CVE-2011-0411). Returns whether to read on. */
  function receivePlain(length: number, bytes: Uint8Array): boolean {
    if (phase !== 'tls') receive(Buffer.from(bytes.buffer, bytes.byteOffset, length))
    return true
  }

  function receive(chunk: Buffer): void {
    const now = monotonicMs()
    const before = movedAt
    run(() => session.receive(chunk))
    // A reply that never ends is no progress.
    if (session.replies() === replies) return
    replies = session.replies()
    movedAt = now
    if (!wasReady) roundTripMs = Math.min(roundTripMs, now - before)
  }

  function drained(): void {
    movedAt = monotonicMs()
    run(() => session.fill())
  }

  function closed(): void {
    session.lose(new Error('Connection closed'))
  }

  function failed(error: Error): void {
    session.lose(error)
  }

  function offer(): void {
    if (!session.hasRoom()) return
    if (session.waiting() === undefined) movedAt = monotonicMs()
    run(() => session.fill())
  }

  /** Calls into the session, and writes at once what it has to say. */
  function run(step: () => void): void {
    if (isOver) return
    step()
    // The outcome of a message may come before the replies to its last commands.
    if (mustQuit && !isOver && session.isFree()) sayQuit()
    if (!isOver && phase === 'session') outgoing.flush()
  }

  function checkDeadline(): void {
    if (monotonicMs() - movedAt < patienceMs()) return
    if (phase === 'session' && session.waiting() === undefined) quit()
    else session.lose(new Error('The relay did not reply in time'))
  }

  function patienceMs(): number {
    if (phase !== 'session') return timeouts[phase]
    const waiting = session.waiting()
    if (waiting === undefined) return idleMs
    if (waiting === 'quit') return timeouts.quit
    if (wasReady && !session.isReady()) return endingMs
    return outgoing.taken() < outgoing.written() ? timeouts.block : timeouts[waiting]
  }

  function quit(): void {
    mustQuit = true
    run(() => {})
  }

  function sayQuit(): void {
    movedAt = monotonicMs()
    session.quit()
  }

  function end(error: Error): void {
    isOver = true
    clearInterval(timer)
    socket.destroy()
    user.end(error, wasReady)
  }

  return {
    isFree: () => session.isFree(),
    load: () => session.load(),
    offer,
    quit,
    abort: failed,
  }
}
