import { constants, createReadStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../core/failure.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { Reject } from '../../tabular/check.ts'
import {
  createBeside,
  createRejectsWriter,
  type RejectsLayout,
  rejectsPathOf,
} from '../../tabular/rejects.ts'
import type { Row, Table } from '../../tabular/table.ts'
import { asWriteFailure } from '../host/write-failure.ts'
import type { Source } from './source.ts'

/** Receives the rejected rows. */
export interface RejectsFile {
  add(row: Row, reject: Reject): Promise<void>
  /** Moves the file to its final path. Returns null if no row was rejected. */
  deliver(): Promise<string | null>
  /** Discards the file. A resumed import writes it again. */
  abandon(): Promise<void>
}

interface RejectsOptions {
  table: Pick<Table, 'format' | 'header'>
  /** The requested path. */
  path: string
  messages: Messages
  /** The format of the file; by default CSV. */
  layout?: RejectsLayout
}

/** The base name of the rejects file for standard input. */
const nameOfStdin = 'stdin'

export const rejectsPath = (
  { file, name }: Source,
  requested: string | undefined,
  extension?: string,
): string => resolve(requested ?? rejectsPathOf(file?.path ?? (name || nameOfStdin), extension))

/** Throws before anything is sent if the rejects file cannot be created. */
export async function requireWritable(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    throw new Failure('file_unwritable', { values: { path, reason: code } }, { cause })
  }
}

/**
 * Writes the rejects in the state folder and moves the file when the import has finished, so that a
 * resumed import leaves one file with each rejected row once.
 */
export async function openRejectsFile(
  folder: string,
  id: string,
  { path, messages, ...rest }: RejectsOptions,
): Promise<RejectsFile> {
  const draft = join(folder, `${id}.rejects.csv`)
  await rm(draft, { force: true })
  const writer = createRejectsWriter({ path: draft, describe: createDescribe(messages), ...rest })
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(row, reject) {
      // One at a time: two concurrent batches must not both create the file.
      const written = last.then(() => writer.add(row, reject)).catch(rethrow)
      last = written.catch(() => {}) // the caller of `add` gets the error
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
      await writer.close().catch(() => {}) // the file is discarded
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

/** The rejects file of a dry run: written only if the user named one. */
export function tryRejectsFile(
  isRequested: boolean,
  { path, messages, ...rest }: RejectsOptions,
): RejectsFile {
  const writer = createRejectsWriter({ path, describe: createDescribe(messages), ...rest })
  return {
    async add(row, reject) {
      if (isRequested) await writer.add(row, reject)
    },
    async deliver() {
      await writer.close()
      return writer.path ?? null
    },
    abandon: () => writer.close(),
  }
}

/** Describes a reject: by the server's message, or by our message for the code. */
export const createDescribe =
  ({ rejectReasons, problems }: Messages) =>
  ({ code, values }: Reject): string => {
    const text = (rejectReasons as Record<string, string>)[code] ?? problems[code] ?? code
    return String(values?.message ?? fill(text, values))
  }
