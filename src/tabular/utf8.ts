/**
 * Returns the length of the UTF-8 sequence at `at` (RFC 3629: no overlong forms, no surrogates).
 * Returns 0 if there is none, undefined if the bytes end inside one.
 */
export function sequenceLength(bytes: Uint8Array, offset: number): number | undefined {
  const lead = bytes[offset]
  if (lead === undefined) return undefined
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  for (let i = 1; i < length; i++) {
    const byte = bytes[offset + i]
    if (byte === undefined) return undefined
    const [low, high] = i === 1 ? secondByteRange(lead) : continuation
    if (byte < low || byte > high) return 0
  }
  return length
}

const continuation = [0x80, 0xbf] as const

function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf]
  if (lead === 0xed) return [0x80, 0x9f]
  if (lead === 0xf0) return [0x90, 0xbf]
  if (lead === 0xf4) return [0x80, 0x8f]
  return continuation
}

/** Returns the number of bytes before a sequence that is cut off at the end. */
export function uncutLength(bytes: Uint8Array): number {
  for (let offset = Math.max(0, bytes.length - 3); offset < bytes.length; offset++) {
    if (sequenceLength(bytes, offset) === undefined) return offset
  }
  return bytes.length
}
