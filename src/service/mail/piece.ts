const CR = 0x0d
const LF = 0x0a
const TAB = 0x09
const SPACE = 0x20

/** Some of an encoded body. None ends in a blank, so that each has a canonical form of its own. */
export interface Piece {
  readonly bytes: Buffer
  /** Once it has been asked for: a piece may stand in many messages. */
  canonical?: Buffer
}

/** A piece as DKIM hashes it. */
export function canonicalOf(piece: Piece): Buffer {
  piece.canonical ??= relaxBody(piece.bytes)
  return piece.canonical
}

/**
 * RFC 6376 3.4.4: blanks in a row are one space, and at the end of a line none. The empty lines at
 * the end of the body are `withoutEmptyEnd`'s.
 */
function relaxBody(body: Buffer): Buffer {
  const relaxed = Buffer.allocUnsafe(body.length)
  let length = 0
  let isAfterBlank = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number
    if (byte === SPACE || byte === TAB) {
      isAfterBlank = true
      continue
    }
    if (isAfterBlank && byte !== CR) relaxed[length++] = SPACE
    isAfterBlank = false
    relaxed[length++] = byte
  }
  return relaxed.subarray(0, length)
}

/** What is no empty body ends in exactly one CRLF. */
export function withoutEmptyEnd(body: Buffer): Buffer {
  let end = body.length
  while (end >= 2 && body[end - 2] === CR && body[end - 1] === LF) end -= 2
  if (end === 0) return Buffer.alloc(0)
  return end === body.length
    ? Buffer.concat([body, Buffer.from('\r\n')])
    : body.subarray(0, end + 2)
}
