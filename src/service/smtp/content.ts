import type { Submission } from './submission.ts'

const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e

/** A message as it may go out: every line ends with CRLF, also the last one. */
export interface Content {
  bytes: Buffer
  /** Whether a line starts with a dot, which DATA doubles (RFC 5321 4.5.2). */
  hasDots: boolean
  /** Whether it has bytes beyond ASCII, for which `8BITMIME` exists. */
  hasHighBytes: boolean
}

/** Returns a message as it may go out. */
export const contentOf = ({
  raw,
  isCanonical,
}: Pick<Submission, 'raw' | 'isCanonical'>): Content =>
  isCanonical ? { bytes: raw, hasDots: false, hasHighBytes: false } : prepareContent(raw)

/**
 * Prepares a message for sending. A bare CR or LF never leaves: relays disagree about where a
 * message ends that contains one, and what follows would be a message of its own (CVE-2023-51764).
 */
export function prepareContent(raw: Buffer): Content {
  const found = scan(raw)
  return found ? { bytes: raw, ...found } : prepareContent(withCrlf(raw))
}

// For each of the four bytes in a word.
const BELOW_SO = 0x0e0e0e0e
const HIGH_BITS = 0x80808080 | 0

/**
 * Returns undefined for bytes that need `withCrlf`. Reads four bytes at a time, because most words
 * contain no line end.
 */
function scan(raw: Buffer): Omit<Content, 'bytes'> | undefined {
  const { length } = raw
  if (length > 0 && (raw[length - 1] !== LF || raw[length - 2] !== CR)) return undefined
  const found = { hasDots: raw[0] === DOT, hasHighBytes: false }
  const head = Math.min(-raw.byteOffset & 3, length)
  const words =
    length - head < 4
      ? new Int32Array()
      : new Int32Array(raw.buffer, raw.byteOffset + head, (length - head) >> 2)
  const tail = head + words.length * 4
  if (!scanBytes(raw, 0, head, found) || !scanBytes(raw, tail, length, found)) return undefined
  let seen = 0
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number
    seen |= word
    // The high bit of each byte below 0x0e is set in this.
    if (((word - BELOW_SO) & ~word & HIGH_BITS) === 0) continue
    const at = head + index * 4
    if (!scanBytes(raw, at, at + 4, found)) return undefined
  }
  if ((seen & HIGH_BITS) !== 0) found.hasHighBytes = true
  return found
}

/** Returns false for a CR or LF that stands alone. */
function scanBytes(raw: Buffer, from: number, to: number, found: Omit<Content, 'bytes'>): boolean {
  for (let at = from; at < to; at++) {
    const byte = raw[at] as number
    if (byte === CR && raw[at + 1] !== LF) return false
    if (byte === LF) {
      if (raw[at - 1] !== CR) return false
      if (raw[at + 1] === DOT) found.hasDots = true
    } else if (byte > 0x7f) {
      found.hasHighBytes = true
    }
  }
  return true
}

/** Makes a CRLF of every line end, and adds the last one. */
function withCrlf(raw: Buffer): Buffer {
  const target = Buffer.allocUnsafeSlow(raw.length * 2 + 2)
  let length = 0
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] as number
    if (byte === LF && raw[at - 1] === CR) continue
    if (byte !== CR && byte !== LF) {
      target[length++] = byte
      continue
    }
    target[length++] = CR
    target[length++] = LF
  }
  if (length > 0 && target[length - 1] !== LF) {
    target[length++] = CR
    target[length++] = LF
  }
  return target.subarray(0, length)
}

/** Doubles the dots at the starts of lines. */
export function stuffDots({ bytes, hasDots }: Pick<Content, 'bytes' | 'hasDots'>): Buffer {
  if (!hasDots) return bytes
  const parts: Buffer[] = []
  let from = 0
  let at = bytes[0] === DOT ? 0 : nextDot(0)
  while (at !== -1) {
    // The dot ends one part and starts the next.
    parts.push(bytes.subarray(from, at + 1))
    from = at
    at = nextDot(at)
  }
  parts.push(bytes.subarray(from))
  return Buffer.concat(parts)

  function nextDot(after: number): number {
    const lineEnd = bytes.indexOf('\n.', after)
    return lineEnd === -1 ? -1 : lineEnd + 1
  }
}
