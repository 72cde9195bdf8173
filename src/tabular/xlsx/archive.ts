import { close } from 'node:fs'
import { promisify } from 'node:util'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { Failure } from '../../core/failure.ts'
import { decoderFor } from '../decoder.ts'
import { sniffEncoding } from '../encoding.ts'
import { decodeText } from '../text.ts'
import { brokenWorkbook } from './broken-workbook.ts'

/** The parts of a zip by path, ignoring case. Nothing is extracted to disk. */
export interface Archive {
  has(path: string): boolean
  /** Yields XML as text in chunks. Throws Failure('workbook_broken') for a missing part. */
  read(path: string): AsyncGenerator<string>
  close(): void
}

const maxParts = 10_000

/** The maximum size of an uncompressed part, about a million rows of a hundred columns. */
const maxPartBytes = 4 * 1024 ** 3

/**
 * The maximum compression ratio. Deflate reaches 1,000; a sheet that repeats one value reaches 100.
 */
const maxGrowth = 250
const smallPartBytes = 64 * 1024 ** 2

const closeFile = promisify(close)

/** Takes ownership of the descriptor. `close` closes it, as does an error in this function. */
export async function openArchive(fd: number): Promise<Archive> {
  let zip: ZipFile | undefined
  try {
    zip = await fromFdPromise(fd, { autoClose: false })
    return archiveOf(zip, await readEntries(zip))
  } catch (error) {
    if (zip) zip.close()
    else await closeFile(fd)
    throw toFailure(error)
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxParts) throw brokenWorkbook('workbook_too_large')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  return entries
}

function archiveOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Archive {
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async *read(path) {
      const entry = entries.get(path.toLowerCase())
      if (!entry) throw brokenWorkbook()
      refuseOversized(entry)
      try {
        // More bytes than the size checked above are a stream error.
        yield* decodeXml(await zip.openReadStreamPromise(entry))
      } catch (error) {
        throw toFailure(error)
      }
    },
    close: () => zip.close(),
  }
}

function refuseOversized({ uncompressedSize, compressedSize }: Entry): void {
  const isBomb = uncompressedSize > Math.max(smallPartBytes, compressedSize * maxGrowth)
  if (isBomb || uncompressedSize > maxPartBytes) throw brokenWorkbook('workbook_too_large')
}

async function* decodeXml(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const { encoding } = sniffEncoding(first.value)
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const decoder = decoderFor({ encoding: isWide ? encoding : 'utf-8', isCertain: true })
  yield* decodeText(replay(first.value, chunks), decoder)
}

async function* replay(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** Passes through errors of the file system. Other errors mean that the zip is damaged. */
function toFailure(error: unknown): unknown {
  const isOurs = error instanceof Failure || (error as NodeJS.ErrnoException).syscall !== undefined
  return isOurs ? error : brokenWorkbook('workbook_damaged', {}, error)
}
