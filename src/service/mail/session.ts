import { Readable, type Transform } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { needsSmtpUtf8 } from './headers.ts'
import { isLoss, needsUtf8Relay, type Outcome, outcomeOf, type SmtpError, sent } from './outcome.ts'
import type { Relay } from './relay.ts'

/**
 * A message to submit. Addresses are bare, with the domain in ASCII (`asciiDomain`). An empty
 * `from` is the null sender.
 */
export interface Submission {
  from: string
  to: string
  /** The complete message with CRLF line ends. */
  raw: Buffer
  /** Called when `raw` is no longer read. Not called when that is unknown. */
  onLeft?: (() => void) | undefined
  /** The last chance to stop the message: by throwing. */
  onBeforeData?: (() => void | Promise<void>) | undefined
}

// How long the relay may take to answer QUIT before the connection is closed.
const QUIT_MS = 2_000

const CRLF = Buffer.from('\r\n')
const DOT = 0x2e

/** An open, authenticated connection to the relay, used for many messages. */
export interface Session {
  isOpen(): boolean
  /**
   * `stale`: the relay had closed the connection after earlier messages, as relays do, and has not
   * received this one. Never returned by a new connection.
   */
  submit(submission: Submission): Promise<Outcome | 'stale'>
  quit(): Promise<void>
  /** Cuts the connection. A message that was being sent ends as after a lost connection. */
  abort(): void
}

/** Rejects with the nodemailer error if the connection, greeting, TLS or login fails. */
export async function openSession(relay: Relay, signal: AbortSignal): Promise<Session> {
  const connection = new SMTPConnection(relay.options)
  const stop = () => abort(connection)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await connect(connection)
    const { credentials } = relay
    if (credentials) await command(connection, (done) => connection.login({ ...credentials }, done))
  } catch (error) {
    connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return sessionOver(connection)
}

function sessionOver(connection: SMTPConnection): Session {
  let isUsed = false
  const isOpen = () => !connection.destroyed

  async function submit(submission: Submission): Promise<Outcome | 'stale'> {
    const { from, to, raw, onBeforeData, onLeft } = submission
    if (needsSmtpUtf8(to) && !offersSmtpUtf8(connection)) {
      onLeft?.()
      return needsUtf8Relay
    }
    const wasUsed = isUsed
    isUsed = true
    let before: Promise<void> | undefined
    let isUnderWay = false
    const body = lazyBody(async (write) => {
      before = run(onBeforeData)
      await before
      isUnderWay = true
      write(raw)
    })
    const tellLeft = () => {
      if (isDrained() && (isUnderWay || !before)) onLeft?.()
    }
    try {
      const envelope = { from, to: [to], size: raw.length }
      const { response } = await settle<{ response: string }>((done) =>
        connection.send(envelope, body, done),
      )
      tellLeft()
      return sent(response)
    } catch (error) {
      const problem = error as SmtpError
      const outcome = outcomeOf(problem, isUnderWay)
      const isStale = wasUsed && !before && isLoss(problem)
      await finish(before)
      await recover(problem)
      if (isStale) return 'stale'
      tellLeft()
      return outcome
    }
  }

  // The relay may reply before it has read everything. Unknown after a disconnect.
  function isDrained(): boolean {
    const socket = connection._socket
    return isOpen() && socket !== false && socket?.writableLength === 0
  }

  // `onBeforeData` may still run when the connection is lost. The outcome must wait for it.
  async function finish(before: Promise<void> | undefined): Promise<void> {
    try {
      await before
    } catch (refusal) {
      connection.close()
      throw refusal
    }
  }

  async function recover(error: SmtpError): Promise<void> {
    if (isLoss(error) || error.responseCode === 421) connection.close()
    if (!isOpen()) return
    try {
      // A refused recipient leaves the transaction open, and the next MAIL would be out of
      // sequence.
      await command(connection, (done) => connection.reset(done))
    } catch {
      // The outcome of the message is known. Only the connection is lost.
      connection.close()
    }
  }

  function quit(): Promise<void> {
    return new Promise((resolve) => {
      if (!isOpen()) return resolve()
      const timer = setTimeout(() => connection.close(), QUIT_MS)
      connection.once('end', () => {
        clearTimeout(timer)
        resolve()
      })
      connection.quit()
    })
  }

  return { isOpen, submit, quit, abort: () => abort(connection) }
}

/** nodemailer would send the address as it is, and the relay would reject the recipient. */
function offersSmtpUtf8(connection: SMTPConnection): boolean {
  const { _supportedExtensions: extensions } = connection as unknown as {
    _supportedExtensions: readonly string[]
  }
  return extensions.includes('SMTPUTF8')
}

/** nodemailer reports a broken socket to the message that is being sent, but not its own `close`. */
function abort(connection: SMTPConnection): void {
  if (connection._socket) connection._socket.destroy()
  else connection.close()
}

const run = async (task: (() => void | Promise<void>) | undefined) => task?.()

function connect(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays for the lifetime of the connection: an error on an idle one must not end the process.
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('Connection closed before it was ready')))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
}

/**
 * A body that is read only after the relay has answered 354. Errors before and after look the same
 * in nodemailer, so the first read separates messages that may be retried from those that may not.
 */
function lazyBody(open: (write: (raw: Buffer) => void) => Promise<void>): Readable {
  const body = new Readable()
  // Replaces reading: there is one chunk, and nothing flows before it is available.
  body.pipe = (target) => {
    open((raw) => writeMessage(target as unknown as Transform, raw)).catch((cause) =>
      body.destroy(cause instanceof Error ? cause : new Error('refused', { cause })),
    )
    return target
  }
  return body
}

/**
 * Skips the dot-stuffing of nodemailer, which takes longer than the rest of sending. Our encoders
 * produce no line that starts with a dot. nodemailer adds the final CRLF itself.
 */
function writeMessage(target: Transform, raw: Buffer): void {
  if (raw[0] === DOT || raw.includes('\n.') || !raw.subarray(-2).equals(CRLF)) {
    target.end(raw)
    return
  }
  target._transform = (chunk, _encoding, done) => done(null, chunk)
  target.end(raw.subarray(0, -CRLF.length))
}

type Start<T> = (done: (error: Error | null, result?: T) => void) => void

function settle<T>(start: Start<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, result) => (error ? reject(error) : resolve(result as T)))
  })
}

// nodemailer drops the callback of a command, but not of a message, when the connection ends.
function command(connection: SMTPConnection, start: Start<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('Connection closed'))
    connection.once('end', ended)
    const settled = settle(start).finally(() => connection.off('end', ended))
    settled.then(resolve, reject)
  })
}
