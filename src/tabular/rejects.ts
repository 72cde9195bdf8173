import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { Failure } from '../core/failure.ts'
import type { Reject } from './check.ts'
import { createRejectsCsv, rejectsDelimiter } from './rejects-csv.ts'
import type { Row, Table } from './table.ts'

interface RejectsWriter {
  add(row: Row, reject: Reject): Promise<void>
  /** Writes all added rows to the file. */
  flush(): Promise<void>
  close(): Promise<void>
  readonly count: number
  /** The path of the file; undefined if no row was rejected. */
  readonly path: string | undefined
}

interface RejectsOptions {
  /** The file to create. If it exists, `-2`, `-3` … is added before the extension. */
  path: string
  table: Pick<Table, 'format' | 'header'>
  describe: (reject: Reject) => string
  /** The format of the file; by default CSV. */
  layout?: RejectsLayout
}

/** How rejected rows are written. */
export interface RejectsLayout {
  head(): string
  row(cells: readonly string[], reject: Reject, why: string): string
}

/** Rows are buffered up to about this many characters. */
const chunkLength = 64 * 1024

/** Returns `clientes.rejects.csv` for `clientes.csv` and for `clientes.rejects.csv`. */
export function rejectsPathOf(source: string, extension = '.csv'): string {
  const name = basename(source, extname(source)).replace(/\.rejects(-\d+)?$/, '')
  return join(dirname(source), `${name}.rejects${extension}`)
}

/**
 * Writes rejected rows to a file, which is created for the first one. Throws Failure('disk_full').
 */
export function createRejectsWriter({
  path,
  table,
  describe,
  layout = createRejectsCsv(table.header.cells, rejectsDelimiter(table.format)),
}: RejectsOptions): RejectsWriter {
  let file: { handle: FileHandle; path: string } | undefined
  let pending = ''
  let count = 0

  async function flush(): Promise<void> {
    if (pending === '') return
    const text = pending
    pending = ''
    try {
      file ??= await createBeside(path)
      await file.handle.writeFile(text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      throw new Failure('disk_full', {}, { cause: error })
    }
  }

  return {
    async add(row, reject) {
      if (count++ === 0) pending = layout.head()
      pending += layout.row(row.cells, reject, describe(reject))
      if (pending.length > chunkLength) await flush()
    },
    flush,
    async close() {
      await flush()
      await file?.handle.close()
    },
    get count() {
      return count
    },
    get path() {
      return file?.path
    },
  }
}

/** Creates a file that only its owner can read. If it exists, `-2`, `-3` … is added before the extension. */
export async function createBeside(path: string): Promise<{ handle: FileHandle; path: string }> {
  const extension = extname(path)
  const stem = path.slice(0, path.length - extension.length)
  for (let number = 1; ; number++) {
    const free = number === 1 ? path : `${stem}-${number}${extension}`
    try {
      return { handle: await open(free, 'wx', 0o600), path: free }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
