import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '../../core/failure.ts'
import { type OpenOptions, openTable } from '../../tabular/open-table.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import { unreadableFile } from '../input/files.ts'

/** The input of an import. */
export interface Source {
  /** As the user typed it; `-` is standard input. */
  path: string
  /** Present if the input can be read again. A pipe cannot. */
  file?: FileSource
  /** The name of a file on the web. */
  name?: string
}

interface FileSource {
  /** Absolute. */
  path: string
  sha256: string
  bytes: number
}

/** Reads a file once for its checksum. Throws Failure file_unreadable. */
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

const chunkBytes = 64 * 1024

/** Hashes through one buffer. A stream would leave hundreds of buffers to the garbage collector. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  const handle = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(chunk.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** Standard input. It is closed on a stop signal, because an idle pipe would block the exit. */
function readInput({ stdin, stopped }: Context['host']): AsyncIterable<Uint8Array> {
  stopped.addEventListener('abort', () => stdin.destroy(), { once: true })
  return stdin
}

/** The bytes of a file or a pipe: standard input, or a shell's `/dev/fd/63`. */
export const bytesOf = (
  { path, file }: Source,
  host: Context['host'],
): AsyncIterable<Uint8Array> =>
  path === '-' ? readInput(host) : createReadStream(file?.path ?? resolve(path))

/** Opens the table. Throws the failures of `openTable` with the file's name, and file_unreadable. */
export async function openSourceTable(
  source: Source,
  context: Context,
  options: OpenOptions,
): Promise<Table> {
  const { path, file } = source
  try {
    return await openTable(file ? { file: file.path } : bytesOf(source, context.host), options)
  } catch (error) {
    throw asSourceFailure(error, path, context)
  }
}

/** A failure of reading, with the name of the file. */
export function asSourceFailure(
  error: unknown,
  path: string,
  { settings, messages }: Context,
): Failure {
  if (!(error instanceof Failure)) return unreadableFile(path, settings.language.value, error)
  const { values } = error.details
  const kind = (messages.imports.kinds as Record<string, string>)[String(values?.kind)]
  const named = { path, ...values, ...(kind !== undefined && { kind }) }
  return new Failure(error.code, { values: named }, { cause: error })
}
