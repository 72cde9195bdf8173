const CR = 0x0d
const LF = 0x0a
const TAB = 0x09
const SPACE = 0x20

/**
 * A part of an encoded body. No chunk ends in whitespace, so each can be canonicalised on its own.
 */
export interface BodyChunk {
  readonly bytes: Buffer
  /** Computed once, since a chunk may be part of many messages. */
  canonical?: Buffer
}

/** Returns the chunk in the canonical form that DKIM hashes. */
export function canonicalBytes(chunk: BodyChunk): Buffer {
  chunk.canonical ??= relaxBody(chunk.bytes)
  return chunk.canonical
}

/**
 * Relaxed canonicalisation (RFC 6376 3.4.4): reduces whitespace to one space, and removes it at
 * line ends. `withSingleFinalLineBreak` handles the empty lines at the end of the body.
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

/** Replaces the empty lines at the end of a body by one CRLF, unless the body is empty. */
export function withSingleFinalLineBreak(body: Buffer): Buffer {
  let end = body.length
  while (end >= 2 && body[end - 2] === CR && body[end - 1] === LF) end -= 2
  if (end === 0) return Buffer.alloc(0)
  return end === body.length
    ? Buffer.concat([body, Buffer.from('\r\n')])
    : body.subarray(0, end + 2)
}
