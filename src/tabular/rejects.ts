import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { Failure } from '../core/failure.ts'
import type { Reject } from './check.ts'
import { createRejectsCsv, rejectsDelimiter } from './rejects-csv.ts'
import type { Row, Table } from './table.ts'

export interface RejectsWriter {
  add(row: Row, reject: Reject): Promise<void>
  /** Everything added so far is in the file. */
  flush(): Promise<void>
  close(): Promise<void>
  readonly count: number
  /** The file; undefined as long as nothing was rejected. */
  readonly path: string | undefined
}

export interface RejectsOptions {
  /** The file to make; when it exists, `-2`, `-3` … is put before its extension. */
  path: string
  table: Pick<Table, 'format' | 'header'>
  describe: (reject: Reject) => string
}

/** Rows are written together, in pieces of about this many characters. */
const pieceLength = 64 * 1024

/** `clientes.csv` and its mended `clientes.rejects.csv` alike → `clientes.rejects.csv`. */
export function rejectsPathOf(source: string): string {
  const name = basename(source, extname(source)).replace(/\.rejects(-\d+)?$/, '')
  return join(dirname(source), `${name}.rejects.csv`)
}

/** Refused rows to a file, which is made with the first of them. Throws Failure('disk_full'). */
export function createRejectsWriter({ path, table, describe }: RejectsOptions): RejectsWriter {
  const csv = createRejectsCsv(table.header.cells, rejectsDelimiter(table.format))
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
      if (count++ === 0) pending = csv.head()
      pending += csv.row(row.cells, reject, describe(reject))
      if (pending.length > pieceLength) await flush()
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

/** Makes the file; when it exists, one with `-2`, `-3` … before its extension. */
export async function createBeside(path: string): Promise<{ handle: FileHandle; path: string }> {
  const extension = extname(path)
  const stem = path.slice(0, path.length - extension.length)
  for (let number = 1; ; number++) {
    const free = number === 1 ? path : `${stem}-${number}${extension}`
    try {
      return { handle: await open(free, 'wx'), path: free }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
