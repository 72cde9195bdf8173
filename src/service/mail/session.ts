import { Readable, type Transform } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { isLoss, type Outcome, outcomeOf, type SmtpError, sent } from './outcome.ts'
import type { Relay } from './relay.ts'

/** Addresses are bare, their domain in ASCII (`asciiDomain`); an empty `from` is the null sender. */
export interface Submission {
  from: string
  to: string
  /** A whole message, each of its lines ended by CRLF. */
  raw: Buffer
  /** Nobody will read `raw` any more. Not called where that cannot be told. */
  onLeft?: (() => void) | undefined
  /** The last moment at which it can be kept from going out: by throwing. */
  onBeforeData?: (() => void | Promise<void>) | undefined
}

// How long a relay may take to answer QUIT before the connection is simply closed.
const QUIT_MS = 2_000

const CRLF = Buffer.from('\r\n')
const DOT = 0x2e

/** One connection to the relay: opened, logged in, used for message after message. */
export interface Session {
  isOpen(): boolean
  /**
   * `stale`: the relay had closed the connection after earlier messages, as relays do after so many
   * or so long, and has not heard of this one. A new connection never is.
   */
  submit(submission: Submission): Promise<Outcome | 'stale'>
  quit(): Promise<void>
}

/** Rejects with what nodemailer says when there is no relay, no greeting, no TLS or no login. */
export async function openSession(relay: Relay): Promise<Session> {
  const connection = new SMTPConnection(relay.options)
  try {
    await connect(connection)
    const { credentials } = relay
    if (credentials) await command(connection, (done) => connection.login({ ...credentials }, done))
  } catch (error) {
    connection.close()
    throw error
  }
  return sessionOver(connection)
}

function sessionOver(connection: SMTPConnection): Session {
  let isUsed = false
  const isOpen = () => !connection.destroyed

  async function submit(submission: Submission): Promise<Outcome | 'stale'> {
    const { from, to, raw, onBeforeData, onLeft } = submission
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

  // A relay may answer before it has read everything, and of who has hung up nothing is known.
  function isDrained(): boolean {
    const socket = connection._socket
    return isOpen() && socket !== false && socket?.writableLength === 0
  }

  // It may still be at work when the connection is lost, and nobody should settle before it has.
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
      // A refused recipient leaves the transaction open, and the next MAIL would be out of order.
      await command(connection, (done) => connection.reset(done))
    } catch {
      // The answer to the message is known; only the connection is of no more use.
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

  return { isOpen, submit, quit }
}

const run = async (task: (() => void | Promise<void>) | undefined) => task?.()

function connect(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays for the life of the connection: an idle one that breaks must not end the process.
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('Connection closed before it was ready')))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
}

/**
 * nodemailer reads the message only when the relay has answered 354. Its errors are the same before
 * and after, so the first read is what tells a message that may be sent again from one that may not.
 */
function lazyBody(open: (write: (raw: Buffer) => void) => Promise<void>): Readable {
  const body = new Readable()
  // Instead of reading: there is one piece, and nothing flows before it is there.
  body.pipe = (target) => {
    open((raw) => writeMessage(target as unknown as Transform, raw)).catch((cause) =>
      body.destroy(cause instanceof Error ? cause : new Error('refused', { cause })),
    )
    return target
  }
  return body
}

/**
 * nodemailer looks at each byte for dots to double, which takes longer than all the rest of sending.
 * What we compose has none, and its own end of the message is an empty line before the dot.
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

// nodemailer forgets the callback of a command, though not of a message, when the connection ends.
function command(connection: SMTPConnection, start: Start<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('Connection closed'))
    connection.once('end', ended)
    const settled = settle(start).finally(() => connection.off('end', ended))
    settled.then(resolve, reject)
  })
}
