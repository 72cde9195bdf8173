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

export const softBreak = Buffer.from('=\r\n')

/**
 * Encodes text as quoted-printable (RFC 2045 6.7), starting at a column of a line. CR, LF and CRLF
 * become CRLF. A dot at the start of a line is encoded, since SMTP would double it.
 */
export function encodeQuotedPrintable(text: string, startColumn = 0): Buffer {
  const source = Buffer.from(text)
  const target = Buffer.allocUnsafe(largestLength(source.length))
  let length = 0
  let column = startColumn
  let at = 0

  const breakSoftly = () => {
    target[length++] = EQUALS
    target[length++] = CR
    target[length++] = LF
    column = 0
  }
  const escapeByte = (byte: number) => {
    if (column + 3 > MAX_LINE) breakSoftly()
    target[length++] = EQUALS
    target[length++] = HEX[byte >> 4] as number
    target[length++] = HEX[byte & 15] as number
    column += 3
  }
  // Relays strip whitespace at the end of a line.
  const escapeTrailingBlank = () => {
    const last = target[length - 1]
    if (length === 0 || (last !== SPACE && last !== TAB)) return
    length--
    column--
    escapeByte(last)
  }

  while (at < source.length) {
    if (column === 0 && source[at] === DOT) escapeByte(source[at++] as number)
    const stop = Math.min(source.length, at + MAX_LINE - column)
    const start = at
    while (at < stop && literal[source[at] as number] === 1)
      target[length++] = source[at++] as number
    column += at - start
    if (at === source.length) break
    const byte = source[at] as number
    if (literal[byte] === 1) {
      breakSoftly()
      continue
    }
    at++
    if (byte !== CR && byte !== LF) {
      escapeByte(byte)
      continue
    }
    if (byte === CR && source[at] === LF) at++
    escapeTrailingBlank()
    target[length++] = CR
    target[length++] = LF
    column = 0
  }
  escapeTrailingBlank()
  return target.subarray(0, length)
}

/** Returns the column after encoded bytes. */
export function columnAfter(encoded: Buffer, startColumn: number): number {
  const lineEnd = encoded.lastIndexOf(LF)
  return lineEnd === -1 ? startColumn + encoded.length : encoded.length - lineEnd - 1
}

// Worst case: every byte escaped, with a soft break at the start and after each line of 25 escapes.
const largestLength = (bytes: number) => bytes * 3 + Math.ceil(bytes / 25) * 3 + 3
