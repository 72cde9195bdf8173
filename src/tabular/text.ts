import type { Decoder } from './decoder.ts'

/**
 * Decodes bytes, removes the byte order mark, and converts all line breaks to LF, also inside
 * quotes.
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  decoder: Decoder,
): AsyncGenerator<string> {
  const lines = createLineEnds()
  let isFirst = true
  for await (const chunk of chunks) {
    const text = decoder.write(asBuffer(chunk))
    if (text === '') continue
    yield lines.write(isFirst ? withoutMark(text) : text)
    isFirst = false
  }
  const remaining = decoder.end()
  yield lines.write(isFirst ? withoutMark(remaining) : remaining) + lines.end()
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/** Converts CRLF and CR to LF. A CR at the end of a chunk waits for the next chunk. */
function createLineEnds() {
  let pending = ''
  return {
    write(chunk: string): string {
      let text = pending + chunk
      pending = text.endsWith('\r') ? '\r' : ''
      if (pending !== '') text = text.slice(0, -1)
      return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    },
    end: (): string => (pending === '' ? '' : '\n'),
  }
}
