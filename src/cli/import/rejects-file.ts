import { constants, createReadStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../core/failure.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { Reject } from '../../tabular/check.ts'
import { createBeside, createRejectsWriter, rejectsPathOf } from '../../tabular/rejects.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Source } from './source.ts'
import { asWriteFailure } from './state-folder.ts'

/** Where refused rows go. */
export interface RejectsFile {
  add(row: Row, reject: Reject): Promise<void>
  /** Puts the file where it was asked for; null when nothing was refused. */
  deliver(): Promise<string | null>
  /** Lets go of it without a file: an import that goes on later writes it anew. */
  abandon(): Promise<void>
}

interface RejectsOptions {
  table: Pick<Table, 'format' | 'header'>
  /** The file that was asked for. */
  path: string
  words: Messages
}

/** What a file from standard input is called after. */
const unnamed = 'stdin'

export const rejectsPath = ({ file, name }: Source, asked: string | undefined): string =>
  resolve(asked ?? rejectsPathOf(file?.path ?? (name || unnamed)))

/** Before anything is sent: an import that can't say what it refused must not begin. */
export async function requireWritable(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    throw new Failure('file_unwritable', { values: { path, reason: code } }, { cause })
  }
}

/**
 * Written in the state folder and put in its place when the import is over, so that an import that was
 * stopped and taken up again leaves one file, with every refused row once.
 */
export async function openRejectsFile(
  folder: string,
  id: string,
  { table, path, words }: RejectsOptions,
): Promise<RejectsFile> {
  const draft = join(folder, `${id}.rejects.csv`)
  await rm(draft, { force: true })
  const writer = createRejectsWriter({ path: draft, table, describe: describeWith(words) })
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(row, reject) {
      // One after the other: batches that are answered at the same time must not both make the file.
      const written = last.then(() => writer.add(row, reject)).catch(rethrow)
      last = written.catch(() => {}) // whoever added that row is told
      return written
    },
    async deliver() {
      await writer.close().catch(rethrow)
      if (writer.path === undefined) return null
      const target = await createBeside(path).catch(rethrow)
      await pipeline(createReadStream(writer.path), target.handle.createWriteStream()).catch(
        rethrow,
      )
      await rm(draft, { force: true })
      return target.path
    },
    async abandon() {
      await writer.close().catch(() => {}) // it is thrown away
      await rm(draft, { force: true })
    },
  }

  function rethrow(error: unknown): never {
    const isFull = error instanceof Failure && error.code === 'disk_full'
    throw isFull
      ? new Failure('disk_full', { values: { path } }, { cause: error })
      : asWriteFailure(error, path)
  }
}

/** For a dry run: a file only when one was asked for by name. */
export function tryRejectsFile(
  isAsked: boolean,
  { table, path, words }: RejectsOptions,
): RejectsFile {
  const writer = createRejectsWriter({ path, table, describe: describeWith(words) })
  return {
    async add(row, reject) {
      if (isAsked) await writer.add(row, reject)
    },
    async deliver() {
      await writer.close()
      return writer.path ?? null
    },
    abandon: () => writer.close(),
  }
}

/** The server has said it in words already; for our own reasons we have them. */
export const describeWith =
  ({ rejectReasons, problems }: Messages) =>
  ({ code, values }: Reject): string => {
    const own = (rejectReasons as Record<string, string>)[code] ?? problems[code] ?? code
    return String(values?.message ?? fill(own, values))
  }
