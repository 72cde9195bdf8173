import { contentOf, stuffDots } from './content.ts'
import { mailCommand, rcptCommand, refusalHere } from './envelope.ts'
import type { Extensions } from './extensions.ts'
import type { MailingMode, MailingOutput } from './mailing-output.ts'
import { type Outcome, outcomeOfReply, outcomeWithout } from './outcome.ts'
import { ProtocolError, type Reply } from './reply-parser.ts'
import type { Submission } from './submission.ts'

export type AwaitedCommand = 'RSET' | 'MAIL' | 'RCPT' | 'DATA' | 'content'

interface Transaction<Message> {
  message: Message
  bytes: Buffer
  hasDots: boolean
  mail: string
  isFirst: boolean
  /** Its envelope went out before the reply to the message before. */
  isOverlapping: boolean
  /** The relay may have received a byte of the content. */
  isBegun: boolean
  /** The position in the output at which the content ends. */
  endsAt: number
  isSettled: boolean
}

interface Awaited<Message> {
  command: AwaitedCommand
  transaction: Transaction<Message>
}

/** With `BDAT`, as many messages may be on their way to the relay at once. */
const maxChunked = 8
/** So much may wait in this process until the relay reads it. */
const maxWaitingBytes = 256 * 1024

const outOfStep = /synchroni[sz]ation|pipelin/i

/** The part of a session that sends messages. Each reply is taken for the command that it belongs to. */
export class Mailing<Message extends Submission> {
  readonly #output: MailingOutput<Message>
  readonly #extensions: Extensions
  readonly #mode: MailingMode
  readonly #awaited: Awaited<Message>[] = []
  #count = 0
  /** The relay has replied to an envelope that came with the end of a content. */
  #hasOverlapped = false
  #hasAccepted = false
  /** The relay still has the envelope of a message that it refused. */
  #isEnvelopeOpen = false
  #isEnding = false

  constructor(output: MailingOutput<Message>, extensions: Extensions, mode: MailingMode) {
    this.#output = output
    this.#extensions = extensions
    this.#mode = mode
  }

  awaited(): AwaitedCommand | undefined {
    return this.#awaited[0]?.command
  }

  isIdle(): boolean {
    return this.#awaited.length === 0
  }

  /** Whether the relay ends the session. */
  isEnding(): boolean {
    return this.#isEnding
  }

  /** How many messages have no outcome yet. */
  load(): number {
    let count = 0
    let last: Transaction<Message> | undefined
    for (const { transaction } of this.#awaited) {
      if (transaction !== last && !transaction.isSettled) count++
      last = transaction
    }
    return count
  }

  /** Sends what may be sent now. */
  fill(): void {
    while (this.hasRoom()) {
      const message = this.#output.next()
      if (!message) return
      const content = contentOf(message)
      const refusal = refusalHere(message, content, this.#extensions)
      if (refusal) {
        message.onLeft?.()
        this.#output.settle(message, refusal)
        continue
      }
      this.#start({
        message,
        bytes: content.bytes,
        hasDots: content.hasDots,
        mail: mailCommand(message, content, this.#extensions),
        isFirst: this.#count++ === 0,
        isOverlapping: this.#awaited.length > 0,
        isBegun: false,
        endsAt: 0,
        isSettled: false,
      })
    }
  }

  /** Whether another message may be sent now. */
  hasRoom(): boolean {
    if (this.#isEnding) return false
    if (this.#awaited.length === 0) return true
    if (this.#output.written() - this.#output.taken() > maxWaitingBytes) return false
    if (this.#mode.chunks) return this.#hasAccepted && this.load() < maxChunked
    const [first] = this.#awaited
    if (!this.#mode.overlaps || first?.command !== 'content' || this.#awaited.length > 1)
      return false
    // RFC 2920 3.1: the end of a content and the next envelope may be in one group. If the content has left
    // already, the relay replies to both apart. Its operating system holds the second reply back (RFC 896) until our
    // system acknowledges the first one, which takes up to 40 ms when we have nothing to send.
    return this.#output.passed() < first.transaction.endsAt
  }

  #start(transaction: Transaction<Message>): void {
    const { chunks, pipelines } = this.#mode
    const needsReset = this.#isEnvelopeOpen || (chunks && transaction.isOverlapping)
    this.#isEnvelopeOpen = false
    if (needsReset) this.#command('RSET', transaction)
    if (!pipelines) {
      if (!needsReset) this.#command('MAIL', transaction)
      return
    }
    const last = chunks ? `BDAT ${transaction.bytes.length} LAST\r\n` : 'DATA\r\n'
    this.#output.write(transaction.mail + rcptCommand(transaction.message) + last)
    this.#awaited.push({ command: 'MAIL', transaction }, { command: 'RCPT', transaction })
    if (chunks) this.#sendContent(transaction, transaction.bytes)
    else this.#awaited.push({ command: 'DATA', transaction })
  }

  #command(command: 'RSET' | 'MAIL' | 'RCPT' | 'DATA', transaction: Transaction<Message>): void {
    if (command === 'MAIL') this.#output.write(transaction.mail)
    else if (command === 'RCPT') this.#output.write(rcptCommand(transaction.message))
    else this.#output.write(`${command}\r\n`)
    this.#awaited.push({ command, transaction })
  }

  #sendContent(transaction: Transaction<Message>, bytes: Buffer): void {
    transaction.isBegun = true
    this.#output.writeContent(bytes, transaction.message.onLeft)
    transaction.endsAt = this.#output.written()
    this.#awaited.push({ command: 'content', transaction })
  }

  /**
   * Takes the reply to the oldest command. `isLast`: nothing has arrived after it. Throws
   * `ProtocolError` if the replies do not match the commands.
   */
  take(reply: Reply, isLast: boolean): void {
    const awaited = this.#awaited.shift()
    if (!awaited) {
      // A server says why it ends an idle connection.
      this.#isEnding = true
      if (reply.code === 421) return
      throw new ProtocolError(`The relay replies without a command: ${reply.text}`)
    }
    if (reply.code === 421) this.#isEnding = true
    const { command, transaction } = awaited
    if (command === 'MAIL' && transaction.isOverlapping) this.#hasOverlapped = true
    if (command === 'DATA' ? reply.code < 300 : reply.code >= 300 && reply.code < 400) {
      // Put back, so that its message is not forgotten.
      this.#awaited.unshift(awaited)
      throw new ProtocolError(`The relay replies out of turn: ${reply.text}`)
    }
    if (command === 'RSET') this.#takeReset(reply, transaction)
    else if (command === 'content') this.#takeResult(reply, transaction)
    else if (command === 'DATA' && reply.code < 400) this.#takeGo(reply, transaction, isLast)
    else if (reply.code >= 400) this.#takeRefusal(reply, transaction)
    else if (!this.#mode.pipelines) this.#command(command === 'MAIL' ? 'RCPT' : 'DATA', transaction)
  }

  #takeReset(reply: Reply, transaction: Transaction<Message>): void {
    if (reply.code >= 400) {
      this.#isEnding = true
      if (!this.#mode.pipelines) this.#drop(transaction, new Error(reply.text))
    } else if (!this.#mode.pipelines) {
      this.#command('MAIL', transaction)
    }
  }

  #takeGo(reply: Reply, transaction: Transaction<Message>, isLast: boolean): void {
    if (this.#isEnding) {
      if (!transaction.isSettled) this.#drop(transaction, new Error('The relay ends the session'))
      return
    }
    if (!isLast) {
      this.#awaited.unshift({ command: 'DATA', transaction })
      throw new ProtocolError(`The relay replies to a content before it has it: ${reply.text}`)
    }
    if (transaction.isSettled) {
      // RFC 2920 3.1: an empty content ends what the relay should have refused.
      this.#output.write('.\r\n')
      transaction.endsAt = this.#output.written()
      this.#awaited.push({ command: 'content', transaction })
      return
    }
    this.#sendContent(transaction, stuffDots(transaction))
    this.#output.write('.\r\n')
    transaction.endsAt = this.#output.written()
  }

  #takeResult(reply: Reply, transaction: Transaction<Message>): void {
    // A refusal may come early. An acceptance cannot be one of this message, whose end is still here.
    if (this.#output.taken() < transaction.endsAt) {
      this.#isEnding = true
      if (reply.code < 300) {
        this.#settle(transaction, outcomeWithout('uncertain', new Error(reply.text)))
        return
      }
    }
    if (reply.code < 300) this.#hasAccepted = true
    else if (this.#mode.chunks) this.#isEnvelopeOpen = true
    if (this.#mode.chunks && transaction.isSettled && reply.code < 300) {
      this.#output.failed('chunking')
      throw new ProtocolError(`The relay accepts a message without recipients: ${reply.text}`)
    }
    this.#settle(transaction, outcomeOfReply(reply))
  }

  #takeRefusal(reply: Reply, transaction: Transaction<Message>): void {
    this.#isEnvelopeOpen = true
    if (transaction.isSettled) return
    if (this.#isOutOfStep(reply, transaction)) {
      this.#output.failed(transaction.isOverlapping ? 'overlap' : 'pipelining')
      this.#isEnding = true
      this.#drop(transaction, new Error(reply.text))
      return
    }
    this.#settle(transaction, outcomeOfReply(reply))
  }

  /** Whether the relay refuses commands because they arrive together. */
  #isOutOfStep({ code, text }: Reply, { isBegun }: Transaction<Message>): boolean {
    return this.#mode.pipelines && !isBegun && code >= 500 && (code === 503 || outOfStep.test(text))
  }

  #settle(transaction: Transaction<Message>, outcome: Outcome): void {
    if (transaction.isSettled) return
    transaction.isSettled = true
    if (!transaction.isBegun) transaction.message.onLeft?.()
    this.#output.settle(transaction.message, outcome)
  }

  #drop(transaction: Transaction<Message>, error: Error): void {
    transaction.isSettled = true
    const { message, isFirst } = transaction
    this.#output.unsent(message, error, { isFirst, isPipelined: this.#mode.pipelines })
  }

  /** The connection is lost. Only messages whose content has begun are uncertain. */
  lose(error: Error): void {
    this.#isEnding = true
    const open = new Set(this.#awaited.map(({ transaction }) => transaction))
    this.#awaited.length = 0
    for (const transaction of open) {
      if (transaction.isSettled) continue
      if (transaction.isBegun) {
        if (this.#mode.chunks) this.#output.failed('chunking')
        this.#settle(transaction, outcomeWithout('uncertain', error))
      } else {
        if (transaction.isFirst && this.#mode.pipelines) this.#output.failed('pipelining')
        else if (transaction.isOverlapping && !this.#hasOverlapped) this.#output.failed('overlap')
        this.#drop(transaction, error)
      }
    }
  }
}
