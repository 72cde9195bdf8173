import { Failure } from '../core/failure.ts'
import { readCsv } from './csv-reader.ts'
import { type Decoder, decoderFor, namedDecoder } from './decoder.ts'
import { sniffEncoding } from './encoding.ts'
import { looksBinary, signatureOf } from './signature.ts'
import type { Table } from './table.ts'
import { decodeText } from './text.ts'

export interface OpenOptions {
  /** Forced instead of detected: a character, `tab`. */
  delimiter?: string | undefined
  /** Forced instead of detected: any name that iconv knows. */
  encoding?: string | undefined
}

/** What is looked at before the encoding is chosen: the first accent may come late in a list. */
const headBytes = 1024 * 1024

/**
 * A stream of bytes to a table. Throws Failure: file_empty, file_not_text (values `kind` when it is
 * known), file_not_table, usage (a forced delimiter or encoding that is none). What the stream itself
 * throws passes through.
 */
export async function openTable(
  bytes: AsyncIterable<Uint8Array>,
  options: OpenOptions = {},
): Promise<Table> {
  const source = bytes[Symbol.asyncIterator]()
  const close = async () => {
    await source.return?.()
  }
  try {
    const parts = await readHead(source)
    const head = Buffer.concat(parts).subarray(0, headBytes)
    if (head.length === 0) throw new Failure('file_empty')
    const kind = signatureOf(head)
    if (kind !== undefined) throw new Failure('file_not_text', { values: { kind } })
    const newDecoder = (): Decoder =>
      options.encoding ? namedDecoder(options.encoding) : decoderFor(sniffEncoding(head))
    const sample = await decodeSample(head, newDecoder())
    if (looksBinary(sample)) throw new Failure('file_not_text')
    const chunks = replay(parts, source)
    const { delimiter } = options
    return { ...(await readCsv({ chunks, sample, decoder: newDecoder(), delimiter })), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function readHead(source: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (let length = 0; length < headBytes; ) {
    const next = await source.next()
    if (next.done) break
    parts.push(next.value)
    length += next.value.length
  }
  return parts
}

async function decodeSample(head: Buffer, decoder: Decoder): Promise<string> {
  let sample = ''
  for await (const text of decodeText([head], decoder)) sample += text
  return sample
}

async function* replay(
  parts: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* parts
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}
