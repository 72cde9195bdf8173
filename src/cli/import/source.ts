import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { Failure } from '../../core/failure.ts'
import { type OpenOptions, openTable } from '../../tabular/open-table.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context.ts'
import { unreadableFile } from '../input/files.ts'
import { explainUsage } from './explain.ts'

/** Where the rows come from. */
export interface Source {
  /** As the person named it; `-` is standard input. */
  path: string
  /** What can be read again. A pipe cannot: it is gone once it was read. */
  file?: FileSource
}

export interface FileSource {
  /** Absolute. */
  path: string
  sha256: string
  bytes: number
}

/** Larger pieces than a stream's own make no difference any more. */
const pieceBytes = 256 * 1024

/** Reads a file once to know it again. Throws Failure file_unreadable. */
export async function openSource(path: string, context: Context): Promise<Source> {
  if (path === '-') return { path }
  const absolute = resolve(path)
  try {
    const found = await stat(absolute)
    if (found.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    if (!found.isFile()) return { path }
    const hash = createHash('sha256')
    for await (const piece of readPieces(absolute)) hash.update(piece)
    return { path, file: { path: absolute, sha256: hash.digest('hex'), bytes: found.size } }
  } catch (cause) {
    throw unreadableFile(path, context.settings.language.value, cause)
  }
}

const readPieces = (path: string) => createReadStream(path, { highWaterMark: pieceBytes })

/** A pipe that brings nothing more would keep a stopped run waiting. */
function readInput({ stdin, stopped }: Context['host']): AsyncIterable<Uint8Array> {
  stopped.addEventListener('abort', () => stdin.destroy(), { once: true })
  return stdin
}

/** Throws as `openTable` does, with the file's name, and file_unreadable. */
export async function openSourceTable(
  { path }: Source,
  context: Context,
  options: OpenOptions,
): Promise<Table> {
  const { host, settings, words } = context
  try {
    return await openTable(path === '-' ? readInput(host) : readPieces(resolve(path)), options)
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw unreadableFile(path, settings.language.value, error)
    }
    const { values } = error.details
    const kind = kindOf(path, values?.kind, words.imports.workbook)
    throw explainUsage(
      new Failure(error.code, { values: { path, ...values, ...kind } }, { cause: error }),
      context.words,
    )
  }
}

/** An Excel workbook is a zip: its people know it by the other name. */
function kindOf(path: string, kind: unknown, workbook: string): { kind?: string } {
  const extension = extname(path).toLowerCase()
  const isWorkbook = kind === 'xls' || (kind === 'zip' && extension.startsWith('.xls'))
  return isWorkbook ? { kind: workbook } : {}
}
