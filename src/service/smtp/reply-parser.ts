/** A complete reply of a server, with all its lines. */
export interface Reply {
  code: number
  /** The lines with their codes, joined by LF. */
  text: string
}

/** The server breaks the protocol, so its replies can no longer be attributed to commands. */
export class ProtocolError extends Error {}

// RFC 5321 4.5.3.1.5 allows 512 octets. Servers write longer ones, but no server needs these.
const maxLineLength = 8 * 1024
const maxReplyLength = 64 * 1024

const lastLine = /^([2-5]\d\d)(?: |$)/
const earlierLine = /^[2-5]\d\d-/
const beyondAscii = /[\u0080-\u00ff]/

/** Splits what a server sends into replies (RFC 5321 4.2). Chunks may end anywhere. */
export class ReplyParser {
  #rest = ''
  #earlierLines = ''

  push(chunk: Buffer): void {
    const text = chunk.toString('latin1')
    this.#rest = this.#rest === '' ? text : this.#rest + text
  }

  /** Whether something has arrived that is not part of a reply that was returned. */
  hasRest(): boolean {
    return this.#rest !== '' || this.#earlierLines !== ''
  }

  /** Returns the next complete reply. Throws `ProtocolError` if there can be none. */
  next(): Reply | undefined {
    for (;;) {
      const end = this.#rest.indexOf('\n')
      if ((end === -1 ? this.#rest.length : end) > maxLineLength) {
        throw new ProtocolError('The relay sends a line that is too long')
      }
      if (end === -1) return undefined
      const line = this.#rest.slice(0, this.#rest.charCodeAt(end - 1) === 0x0d ? end - 1 : end)
      this.#rest = this.#rest.slice(end + 1)
      const [, code] = lastLine.exec(line) ?? []
      if (code !== undefined) {
        const text = decode(this.#earlierLines + line)
        this.#earlierLines = ''
        return { code: Number(code), text }
      }
      if (!earlierLine.test(line)) throw new ProtocolError('The relay does not speak SMTP')
      this.#earlierLines += `${line}\n`
      if (this.#earlierLines.length > maxReplyLength) {
        throw new ProtocolError('The relay sends a reply that is too long')
      }
    }
  }
}

const decode = (text: string): string =>
  beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString() : text
