import { createReadStream } from 'node:fs'
import { Failure } from '../core/failure.ts'
import { readCsv } from './csv-reader.ts'
import { type Decoder, decoderFor, namedDecoder } from './decoder.ts'
import { sniffEncoding } from './encoding.ts'
import { endLines } from './line-breaks.ts'
import { isNdjson, readNdjson } from './ndjson-reader.ts'
import { looksBinary, signatureOf } from './signature.ts'
import { openForReading, spool } from './spool.ts'
import type { Table } from './table.ts'
import { decodeText } from './text.ts'

export interface OpenOptions {
  /** Overrides the detected delimiter: a character or `tab`. */
  delimiter?: string | undefined
  /** Overrides the detected encoding: any name that iconv knows. */
  encoding?: string | undefined
  /** The name of a sheet. The default is the first visible sheet that is not empty. */
  sheet?: string | undefined
  /**
   * The folder for a temporary copy of a workbook that arrives as a stream. The default is the
   * system's.
   */
  spoolFolder?: string | undefined
}

/** A stream is copied to disk if it is a workbook. A file is read in place. */
type TableSource = AsyncIterable<Uint8Array> | { file: string }

/**
 * The length of the sample for detecting the encoding. The first accent can come late in a list.
 */
const headBytes = 1024 * 1024

/** The length of the sample for the delimiter, and for telling text from other bytes. */
const sampleBytes = 64 * 1024

/**
 * Opens CSV, NDJSON or a workbook (.xlsx), depending on the first bytes. Throws Failure: file_empty,
 * file_not_text (value `kind` if known), file_not_table, usage (an invalid delimiter or encoding,
 * or an option for the other kind of file); for a workbook also workbook_broken, sheet_unknown,
 * file_too_large and disk_full. Errors of the source pass through.
 */
export async function openTable(from: TableSource, options: OpenOptions = {}): Promise<Table> {
  const bytes = 'file' in from ? createReadStream(from.file) : from
  const source = bytes[Symbol.asyncIterator]()
  const close = async () => {
    await source.return?.()
  }
  try {
    const parts = await readHead(source)
    const head = Buffer.concat(parts).subarray(0, headBytes)
    if (head.length === 0) throw new Failure('file_empty')
    const kind = signatureOf(head)
    if (kind === 'zip') {
      refuseOptions(options, ['delimiter', 'encoding'])
      const { readXlsx } = await import('./xlsx/reader.ts')
      const fd =
        'file' in from
          ? await openForReading(from.file)
          : await spool(replay(parts, source), options.spoolFolder)
      await close()
      return await readXlsx(fd, options.sheet)
    }
    if (kind !== undefined) throw new Failure('file_not_text', { values: { kind } })
    return { ...(await openText(parts, source, options)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openText(
  parts: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
  options: OpenOptions,
): Promise<Omit<Table, 'close'>> {
  refuseOptions(options, ['sheet'])
  const head = Buffer.concat(parts).subarray(0, headBytes)
  const newDecoder = (): Decoder =>
    options.encoding ? namedDecoder(options.encoding) : decoderFor(sniffEncoding(head))
  const text = await decodeSample(head.subarray(0, sampleBytes), newDecoder())
  if (looksBinary(text)) throw new Failure('file_not_text')
  if (isNdjson(text)) {
    refuseOptions(options, ['delimiter'], 'delimiter_of_ndjson')
    return readNdjson({ chunks: replay(parts, source), sample: text, decoder: newDecoder() })
  }
  const { delimiter } = options
  const sample = { text, isCut: head.length > sampleBytes }
  return readCsv({ chunks: replay(parts, source), sample, decoder: newDecoder(), delimiter })
}

/** Refuses options that have no effect, because users would believe that they worked. */
function refuseOptions(
  options: OpenOptions,
  names: readonly (keyof typeof reasons)[],
  reason?: string,
): void {
  for (const name of names) {
    if (options[name] !== undefined)
      throw new Failure('usage', { values: { reason: reason ?? reasons[name] } })
  }
}

const reasons = {
  delimiter: 'delimiter_of_workbook',
  encoding: 'encoding_of_workbook',
  sheet: 'sheet_of_csv',
} as const

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
  for await (const text of endLines(decodeText([head], decoder))) sample += text
  return sample
}

async function* replay(
  parts: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* parts
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}
