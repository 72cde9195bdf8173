import type { Decoder } from './decoder.ts'

/** Bytes to text without byte order mark, each line ended by LF alone, within quotes too. */
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
  const rest = decoder.end()
  yield lines.write(isFirst ? withoutMark(rest) : rest) + lines.end()
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/** CRLF and CR to LF; a CR at the end of a chunk waits for what follows it. */
function createLineEnds() {
  let held = ''
  return {
    write(chunk: string): string {
      let text = held + chunk
      held = text.endsWith('\r') ? '\r' : ''
      if (held !== '') text = text.slice(0, -1)
      return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    },
    end: (): string => (held === '' ? '' : '\n'),
  }
}
