/**
 * The length of the UTF-8 sequence that begins at `at` (RFC 3629: no overlong forms, no surrogates);
 * 0 when none does, undefined when the bytes end inside one.
 */
export function sequenceLength(bytes: Uint8Array, at: number): number | undefined {
  const lead = bytes[at]
  if (lead === undefined) return undefined
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i]
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

/** How many of the bytes come before a sequence that their end cuts. */
export function uncutLength(bytes: Uint8Array): number {
  for (let at = Math.max(0, bytes.length - 3); at < bytes.length; at++) {
    if (sequenceLength(bytes, at) === undefined) return at
  }
  return bytes.length
}
