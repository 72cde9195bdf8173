/** What the relay does with a command: its reply, or the end of the connection before it. */
export type Answer = string | 'close'

export interface RelayModelOptions {
  /** The extensions after EHLO. */
  extensions: readonly string[]
  /**
   * Decides about each command of a message, by the local part of its sender. Undefined: the reply of
   * a healthy relay.
   */
  decide(command: 'MAIL' | 'RCPT' | 'DATA' | 'content', name: string): Answer | undefined
}

/** A relay as a function: from bytes of the client to bytes of the relay, without sockets or time. */
export class RelayModel {
  /** Accepted messages. */
  readonly accepted: { to: string; content: string }[] = []
  /** Recipients of which the relay has a byte of the content. */
  readonly begun = new Set<string>()
  readonly commands: string[] = []
  isClosed = false
  readonly #options: RelayModelOptions
  #input = ''
  #mode: 'command' | 'content' | { left: number } = 'command'
  #hasSender = false
  #recipient: string | undefined
  #chunk = ''
  /** The local part of the last sender. */
  #name = ''

  constructor(options: RelayModelOptions) {
    this.#options = options
  }

  greeting(): string {
    return '220 relay.example ESMTP\r\n'
  }

  /** Returns the replies to what the client has sent. */
  take(text: string): string {
    this.#input += text
    let replies = ''
    while (!this.isClosed) {
      const reply = this.#step()
      if (reply === undefined) break
      if (reply === 'close') this.isClosed = true
      else if (reply !== '') replies += `${reply}\r\n`
      if (reply.startsWith('421') || reply.startsWith('221')) this.isClosed = true
    }
    return replies
  }

  #step(): Answer | undefined {
    if (typeof this.#mode === 'object') return this.#takeChunk(this.#mode)
    if (this.#mode === 'content') return this.#takeContent()
    const end = this.#input.indexOf('\r\n')
    if (end === -1) return undefined
    const line = this.#input.slice(0, end)
    this.#input = this.#input.slice(end + 2)
    this.commands.push(line)
    return this.#answer(line)
  }

  #answer(line: string): Answer {
    const [verb = ''] = line.split(' ')
    switch (verb) {
      case 'EHLO':
        return ['250-relay.example', ...this.#options.extensions.map((each) => `250-${each}`)]
          .concat('250 HELP')
          .join('\r\n')
      case 'RSET':
        this.#reset()
        return '250 2.0.0 Ok'
      case 'MAIL': {
        if (this.#hasSender) return '503 5.5.1 Nested MAIL command'
        this.#name = /<(.*)@/.exec(line)?.[1] ?? ''
        return this.#decide('MAIL', '250 2.1.0 Ok', () => {
          this.#hasSender = true
        })
      }
      case 'RCPT': {
        const to = /<(.*)>/.exec(line)?.[1] ?? ''
        if (!this.#hasSender) return '503 5.5.1 Need MAIL command'
        return this.#decide('RCPT', '250 2.1.5 Ok', () => {
          this.#recipient = to
        })
      }
      case 'DATA':
        if (this.#recipient === undefined) return '503 5.5.1 Need RCPT command'
        return this.#decide('DATA', '354 Go on', () => {
          this.#mode = 'content'
        })
      case 'BDAT':
        this.#mode = { left: Number(line.split(' ')[1]) }
        this.#chunk = ''
        return ''
      case 'QUIT':
        return '221 2.0.0 Bye'
      default:
        return '500 5.5.2 Unknown command'
    }
  }

  #takeContent(): Answer | undefined {
    const to = this.#recipient ?? ''
    if (this.#input !== '') this.begun.add(to)
    const isEmpty = this.#input.startsWith('.\r\n')
    const end = isEmpty ? 0 : this.#input.indexOf('\r\n.\r\n') + 2
    if (!isEmpty && end === 1) return undefined
    const content = this.#input.slice(0, end).replace(/^\./gm, '')
    this.#input = this.#input.slice(end + 3)
    return this.#finish(to, content)
  }

  #takeChunk(mode: { left: number }): Answer | undefined {
    const part = this.#input.slice(0, mode.left)
    this.#input = this.#input.slice(part.length)
    mode.left -= part.length
    this.#chunk += part
    if (part !== '' && this.#recipient !== undefined) this.begun.add(this.#recipient)
    if (mode.left > 0) return undefined
    if (this.#recipient !== undefined) return this.#finish(this.#recipient, this.#chunk)
    this.#mode = 'command'
    return '554 5.5.1 No valid recipients'
  }

  #finish(to: string, content: string): Answer {
    this.#mode = 'command'
    this.#reset()
    return this.#decide('content', '250 2.6.0 Queued', () => this.accepted.push({ to, content }))
  }

  #reset(): void {
    this.#hasSender = false
    this.#recipient = undefined
  }

  #decide(
    command: 'MAIL' | 'RCPT' | 'DATA' | 'content',
    healthy: string,
    accept: () => void,
  ): Answer {
    const answer = this.#options.decide(command, this.#name)
    if (answer !== undefined) return answer
    accept()
    return healthy
  }
}
