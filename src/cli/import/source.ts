import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '../../core/failure.ts'
import { type OpenOptions, openTable } from '../../tabular/open-table.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context.ts'
import { unreadableFile } from '../input/files.ts'

/** Where the rows come from. */
export interface Source {
  /** As the person named it; `-` is standard input. */
  path: string
  /** What can be read again. A pipe cannot: it is gone once it was read. */
  file?: FileSource
  /** What it is called, where it lies elsewhere. */
  name?: string
}

export interface FileSource {
  /** Absolute. */
  path: string
  sha256: string
  bytes: number
}

/** Reads a file once to know it again. Throws Failure file_unreadable. */
export async function openSource(path: string, context: Context): Promise<Source> {
  if (path === '-') return { path }
  const absolute = resolve(path)
  try {
    const found = await stat(absolute)
    if (found.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    if (!found.isFile()) return { path }
    return { path, file: { path: absolute, sha256: await hashFile(absolute), bytes: found.size } }
  } catch (cause) {
    throw unreadableFile(path, context.settings.language.value, cause)
  }
}

const pieceBytes = 64 * 1024

/** Through one piece of memory, where a stream would leave hundreds of them to the collector. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceBytes)
  const handle = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, pieceBytes)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(piece.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** A pipe that brings nothing more would keep a stopped run waiting. */
function readInput({ stdin, stopped }: Context['host']): AsyncIterable<Uint8Array> {
  stopped.addEventListener('abort', () => stdin.destroy(), { once: true })
  return stdin
}

/** A pipe of the shell has a path, `/dev/fd/63`, and can't be read again either. */
const readOnce = (path: string, host: Context['host']): AsyncIterable<Uint8Array> =>
  path === '-' ? readInput(host) : createReadStream(resolve(path))

/** Throws as `openTable` does, with the file's name, and file_unreadable. */
export async function openSourceTable(
  { path, file }: Source,
  context: Context,
  options: OpenOptions,
): Promise<Table> {
  const { host, settings, words } = context
  try {
    return await openTable(file ? { file: file.path } : readOnce(path, host), options)
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw unreadableFile(path, settings.language.value, error)
    }
    const { values } = error.details
    const kind = (words.imports.kinds as Record<string, string>)[String(values?.kind)]
    const named = { path, ...values, ...(kind !== undefined && { kind }) }
    throw new Failure(error.code, { values: named }, { cause: error })
  }
}
