import { close } from 'node:fs'
import { promisify } from 'node:util'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { Failure } from '../../core/failure.ts'
import { decoderFor } from '../decoder.ts'
import { sniffEncoding } from '../encoding.ts'
import { decodeText } from '../text.ts'
import { brokenWorkbook } from './broken-workbook.ts'

/** The parts of a zip, by their paths without case. Nothing is ever written where a path says. */
export interface Archive {
  has(path: string): boolean
  /** XML as text in chunks. Throws Failure('workbook_broken') for a part that is not there. */
  read(path: string): AsyncGenerator<string>
  close(): void
}

const mostParts = 10_000

/** What a part may become; a million rows of a hundred columns are about as much. */
const mostPartBytes = 4 * 1024 ** 3

/** Deflate makes up to a thousand of one; a sheet of one value over and over makes a hundred. */
const mostGrowth = 250
const smallPartBytes = 64 * 1024 ** 2

const closeFile = promisify(close)

/** Takes over the descriptor: it is closed by `close`, or at once when this throws. */
export async function openArchive(fd: number): Promise<Archive> {
  let zip: ZipFile | undefined
  try {
    zip = await fromFdPromise(fd, { autoClose: false })
    return archiveOf(zip, await readEntries(zip))
  } catch (error) {
    if (zip) zip.close()
    else await closeFile(fd)
    throw asBroken(error)
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostParts) throw brokenWorkbook('workbook_too_large')
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
      requireBearable(entry)
      try {
        // Bytes beyond the size that was just looked at are an error of the stream.
        yield* decodeXml(await zip.openReadStreamPromise(entry))
      } catch (error) {
        throw asBroken(error)
      }
    },
    close: () => zip.close(),
  }
}

function requireBearable({ uncompressedSize, compressedSize }: Entry): void {
  const isBomb = uncompressedSize > Math.max(smallPartBytes, compressedSize * mostGrowth)
  if (isBomb || uncompressedSize > mostPartBytes) throw brokenWorkbook('workbook_too_large')
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

/** What the disk says passes through; everything else is said of the zip. */
function asBroken(error: unknown): unknown {
  const isOurs = error instanceof Failure || (error as NodeJS.ErrnoException).syscall !== undefined
  return isOurs ? error : brokenWorkbook('workbook_damaged', {}, error)
}
