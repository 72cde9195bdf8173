import { ScratchBuffer } from '../scratch-buffer.ts'

const CR = 0x0d
const LF = 0x0a
const TAB = 0x09
const SPACE = 0x20
const DOT = 0x2e
const EQUALS = 0x3d

// RFC 2045 allows 76 characters per line, including the `=` of a soft line break.
const MAX_LINE = 75

const HEX = Buffer.from('0123456789ABCDEF')

// 1 for bytes that need no encoding: printable ASCII except `=`, and whitespace inside a line.
const literal = new Uint8Array(256).fill(1, SPACE, 0x7f)
literal[EQUALS] = 0
literal[TAB] = 1

const isBlank = (byte: number | undefined): byte is number => byte === SPACE || byte === TAB

/** Text that is the same in every message, encoded from the start of a line. */
export interface FixedText {
  /** Without the blank at its end. */
  readonly bytes: Buffer
  /** The last column at which it may begin: its first line has to fit. */
  readonly lastStart: number
  readonly isOneLine: boolean
  readonly endColumn: number
  /** The blank at its end, or 0. Its encoding depends on what follows. */
  readonly blank: number
  readonly startsWithLf: boolean
  readonly endsWithCr: boolean
}

/** Text without line breaks that is short enough for any line, encoded. */
export type Word = string

/**
 * Writes text as quoted-printable (RFC 2045 6.7), piece by piece. CR, LF and CRLF become CRLF. A dot at
 * the start of a line is encoded, since SMTP would double it.
 */
export class QuotedPrintableWriter {
  readonly #target: ScratchBuffer
  #column = 0
  /** A blank that is not written yet. At the end of a line it is encoded: relays strip those. */
  #blank = 0
  /** Whether a LF would be the second half of a line end. */
  #isAfterCr = false

  constructor(target: ScratchBuffer) {
    this.#target = target
  }

  /** Writes any text, in UTF-8. */
  text(source: Uint8Array): void {
    const target = this.#target
    // Worst case: every byte escaped, and a soft break after each line of 25 escapes.
    target.reserve(source.length * 3 + Math.ceil(source.length / 25) * 3 + 12)
    for (let index = 0; index < source.length; index++) {
      const byte = source[index] as number
      if (byte === LF && this.#isAfterCr) {
        this.#isAfterCr = false
        continue
      }
      this.#isAfterCr = byte === CR
      if (byte === CR || byte === LF) {
        this.#endBlank()
        this.#lineEnd()
        continue
      }
      this.#writeBlank()
      if (isBlank(byte)) this.#blank = byte
      else if (literal[byte] === 1 && !(byte === DOT && this.#isAtLineStart())) this.#literal(byte)
      else this.#escape(byte)
    }
  }

  fixed(text: FixedText): void {
    const { bytes, blank } = text
    if (bytes.length === 0 && blank === 0) return
    const target = this.#target
    target.reserve(bytes.length + 9)
    let start = 0
    if (bytes.length > 0) {
      if (bytes[0] === CR) {
        this.#endBlank()
        if (this.#isAfterCr && text.startsWithLf) start = 2
      } else this.#writeBlank()
      if (this.#column > text.lastStart) this.#softBreak()
      copy(bytes, target, start)
      this.#column = text.isOneLine ? this.#column + bytes.length : text.endColumn
    } else this.#writeBlank()
    this.#isAfterCr = text.endsWithCr
    this.#blank = blank
  }

  word(word: Word): void {
    if (word.length === 0) return
    this.#target.reserve(word.length + 9)
    this.#writeBlank()
    if (this.#column + word.length > MAX_LINE) this.#softBreak()
    const { bytes, length } = this.#target
    for (let index = 0; index < word.length; index++) {
      bytes[length + index] = word.charCodeAt(index)
    }
    this.#target.length = length + word.length
    this.#column += word.length
    this.#isAfterCr = false
  }

  end(): void {
    this.#target.reserve(9)
    this.#endBlank()
  }

  #isAtLineStart(): boolean {
    return this.#column === 0 || this.#column >= MAX_LINE
  }

  #literal(byte: number): void {
    if (this.#column >= MAX_LINE) this.#softBreak()
    this.#put(byte)
    this.#column++
  }

  #escape(byte: number): void {
    if (this.#column + 3 > MAX_LINE) this.#softBreak()
    this.#put(EQUALS)
    this.#put(HEX[byte >> 4] as number)
    this.#put(HEX[byte & 15] as number)
    this.#column += 3
  }

  #softBreak(): void {
    this.#put(EQUALS)
    this.#lineEnd()
  }

  #lineEnd(): void {
    this.#put(CR)
    this.#put(LF)
    this.#column = 0
  }

  #writeBlank(): void {
    if (this.#blank === 0) return
    this.#literal(this.#blank)
    this.#blank = 0
  }

  #endBlank(): void {
    if (this.#blank === 0) return
    this.#escape(this.#blank)
    this.#blank = 0
  }

  #put(byte: number): void {
    this.#target.bytes[this.#target.length++] = byte
  }
}

/** A loop is faster than `set` for short text. */
function copy(bytes: Uint8Array, target: ScratchBuffer, start: number): void {
  const { bytes: written, length } = target
  const count = bytes.length - start
  if (count > 48 || start > 0) written.set(start === 0 ? bytes : bytes.subarray(start), length)
  else for (let index = 0; index < count; index++) written[length + index] = bytes[index] as number
  target.length = length + count
}

const scratch = new ScratchBuffer()

function encoded(write: (writer: QuotedPrintableWriter) => void): Buffer {
  scratch.clear()
  write(new QuotedPrintableWriter(scratch))
  return Buffer.from(scratch.from(0))
}

export const encodeQuotedPrintable = (text: string): Buffer =>
  encoded((writer) => {
    writer.text(Buffer.from(text))
    writer.end()
  })

export function fixedText(text: string): FixedText {
  const source = Buffer.from(text)
  const last = source.at(-1)
  // Without `end` the blank at the end is not written.
  const bytes = encoded((writer) => writer.text(source))
  const firstEnd = bytes.indexOf(CR)
  const isOneLine = firstEnd === -1
  // A soft break is a part of the line: it has one column more.
  const available = bytes[firstEnd - 1] === EQUALS && !isOneLine ? MAX_LINE + 1 : MAX_LINE
  return {
    bytes,
    lastStart: available - (isOneLine ? bytes.length : firstEnd),
    isOneLine,
    endColumn: bytes.length - (bytes.lastIndexOf(LF) + 1),
    blank: isBlank(last) ? last : 0,
    startsWithLf: source[0] === LF,
    endsWithCr: last === CR,
  }
}

const plainWord = /^(?![.\s])[!-<>-~](?:[ -<>-~]*[!-<>-~])?$/

/** Encodes text as one word; undefined if it is too long, or its encoding depends on what follows. */
export function wordOf(text: string): Word | undefined {
  if (text.length > MAX_LINE) return undefined
  if (text === '' || plainWord.test(text)) return text
  if (/[\r\n]|[ \t]$/.test(text)) return undefined
  const bytes = encodeQuotedPrintable(text)
  return bytes.includes(CR) ? undefined : bytes.toString('latin1')
}
