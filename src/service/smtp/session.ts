import type { Extensions } from './extensions.ts'
import { type AwaitedCommand, Mailing } from './mailing.ts'
import type { MailingMode, MailingOutput } from './mailing-output.ts'
import { createOpening, type Opening, type OpeningOptions } from './opening.ts'
import { ProtocolError, ReplyParser } from './reply-parser.ts'
import type { Submission } from './submission.ts'

/** Where a session writes to. It never calls back into the session. */
interface SessionOutput<Message extends Submission> extends MailingOutput<Message> {
  /** Begins TLS. `secured` follows. */
  startTls(): void
  /** Chooses how messages are sent. Called when the session is ready for them. */
  chooseMode(extensions: Extensions): MailingMode
  /** The session is over, and every message that it had has an outcome. */
  end(error: Error): void
}

/** What a session waits for. */
type Waiting = 'tls' | 'greeting' | 'command' | 'mail' | 'rcpt' | 'data' | 'content' | 'quit'

const waitingFor: Record<AwaitedCommand, Waiting> = {
  RSET: 'command',
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  content: 'content',
}

/**
 * The client's side of a connection, without the socket: it takes what the relay sends, and writes
 * commands and messages.
 */
export class Session<Message extends Submission> {
  readonly #output: SessionOutput<Message>
  readonly #parser = new ReplyParser()
  readonly #opening: Opening
  #mailing: Mailing<Message> | undefined
  #waiting: Waiting = 'greeting'
  #replies = 0
  #isOver = false

  constructor(options: OpeningOptions, output: SessionOutput<Message>) {
    this.#output = output
    this.#opening = createOpening(options, {
      write: (text) => output.write(text),
      startTls: () => {
        this.#waiting = 'tls'
        output.startTls()
      },
      ready: (extensions) => {
        this.#mailing = new Mailing(output, extensions, output.chooseMode(extensions))
      },
    })
  }

  /** Undefined: for nothing. */
  waiting(): Waiting | undefined {
    if (!this.#mailing || this.#waiting === 'quit') return this.#waiting
    const awaited = this.#mailing.awaited()
    return awaited && waitingFor[awaited]
  }

  /** Whether a new message would be sent now, without waiting for another one. */
  isFree(): boolean {
    return this.isReady() && this.#mailing?.isIdle() === true
  }

  /** Whether another message may be sent now. */
  hasRoom(): boolean {
    return this.#waiting !== 'quit' && this.#mailing?.hasRoom() === true
  }

  isReady(): boolean {
    return !this.#isOver && this.#mailing?.isEnding() === false && this.#waiting !== 'quit'
  }

  /** How many replies have arrived. */
  replies(): number {
    return this.#replies
  }

  /** How many messages have no outcome yet. */
  load(): number {
    return this.#mailing?.load() ?? 0
  }

  receive(chunk: Buffer): void {
    if (this.#isOver) return
    this.#run(() => {
      this.#parser.push(chunk)
      for (;;) {
        const reply = this.#parser.next()
        if (!reply) break
        this.#replies++
        const isLast = !this.#parser.hasRest()
        if (this.#mailing) {
          this.#mailing.take(reply, isLast)
          continue
        }
        // What arrives before its command is not a reply to it: an attacker may have put it in front of
        // TLS (CVE-2011-0411).
        if (!isLast) throw new ProtocolError('The relay sends more than one reply')
        this.#waiting = 'command'
        this.#opening.take(reply)
      }
      this.#fill()
    })
  }

  /** TLS is established, and the relay waits for EHLO. */
  secured(): void {
    this.#waiting = 'command'
    this.#run(() => this.#opening.secured())
  }

  /** Takes messages from the output as long as they may be sent. */
  fill(): void {
    this.#run(() => this.#fill())
  }

  #fill(): void {
    if (this.#waiting === 'quit') return
    this.#mailing?.fill()
    if (this.#mailing?.isEnding() && this.#mailing.isIdle()) {
      this.lose(new Error('The relay ends the session'))
    }
  }

  /** Says goodbye. The session must be free. */
  quit(): void {
    this.#waiting = 'quit'
    this.#output.write('QUIT\r\n')
  }

  /** The connection is lost. */
  lose(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#mailing?.lose(error)
    this.#output.end(error)
  }

  #run(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.lose(error as Error)
    }
  }
}
