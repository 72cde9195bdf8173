import { mustYield, yieldTurn } from '../core/yield.ts'
import type { Decoder } from './decoder.ts'

/** Decoded at once: a millisecond or two, also for an encoding with tables. */
const pieceBytes = 64 * 1024

/** Decodes bytes and removes the byte order mark. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  decoder: Decoder,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      if (mustYield()) await yieldTurn()
      const text = decoder.write(asBuffer(chunk.subarray(start, start + pieceBytes)))
      if (text === '') continue
      yield isFirst ? withoutMark(text) : text
      isFirst = false
    }
  }
  const remaining = decoder.end()
  if (remaining !== '') yield isFirst ? withoutMark(remaining) : remaining
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)
