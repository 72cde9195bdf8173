import { type FileHandle, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { WriteMode } from '../../contract/shapes/contact.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { dayMs } from '../../core/time.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import { asWriteFailure } from '../host/write-failure.ts'

/** The definition of an import. It does not change when the import is resumed. */
export interface ImportJob {
  version: 1
  id: string
  /** Absolute. */
  file: string
  sha256: string
  apiUrl: string
  listId: string
  mode: WriteMode
  /** As determined at the start: the fields of the list may have changed since. */
  mapping: Mapping
  delimiter?: string
  encoding?: string
  sheet?: string
  batchSize: number
  /** Whether the server keeps the statuses of contacts. Otherwise only those to be mailed are sent. */
  keepsStatus?: boolean
  /** The file for rejected rows. */
  rejects: string
  maxRejects?: string
  /** Every contact gets them. */
  tags?: readonly string[]
  /** Random. The idempotency keys of the batches are derived from it. */
  nonce: string
  startedAt: string
}

/** Why the server rejected one contact of a batch. */
export interface EntryError {
  /** The position in the batch, from 0. */
  index: number
  code: string
  field?: string
  message?: string
}

/** The result of a batch. Its lines show on resume that it is the same batch. */
export interface Confirmed {
  batch: number
  entries: number
  firstLine: number
  lastLine: number
  created: number
  updated: number
  skipped: number
  errors: readonly EntryError[]
}

export interface Journal {
  readonly job: ImportJob
  /** The batches of earlier runs, by number. */
  readonly confirmed: ReadonlyMap<number, Confirmed>
  confirm(batch: Confirmed): Promise<void>
  close(): Promise<void>
  /** Deletes the journal when the import is finished. */
  remove(): Promise<void>
}

/** How much a power cut may lose. Those batches are sent again with the same keys. */
const syncMs = 500

export const journalPath = (folder: string, id: string): string => join(folder, `${id}.ndjson`)

/** Drop journals after a month: by then the list and the file have changed. */
const keptMs = 30 * dayMs

/** Creates the journal of a new import and drops abandoned ones. Throws state_unwritable, disk_full. */
export async function createJournal(
  folder: string,
  job: ImportJob,
  clock: Pick<Clock, 'now'>,
): Promise<Journal> {
  const path = journalPath(folder, job.id)
  try {
    const handle = await open(path, 'w', 0o600)
    const journal = writeTo(handle, { path, job, confirmed: new Map(), clock })
    await handle.appendFile(`${JSON.stringify(job)}\n`)
    await handle.datasync()
    await dropAbandoned(folder, clock.now() - keptMs)
    return journal
  } catch (error) {
    throw asWriteFailure(error, path)
  }
}

async function dropAbandoned(folder: string, before: number): Promise<void> {
  for (const name of await journalsIn(folder)) {
    const path = join(folder, name)
    // Another run may have deleted it in the meantime.
    const written = await stat(path).catch(() => undefined)
    if (written && written.mtimeMs < before) await rm(path, { force: true })
  }
}

/** Opens the journal of an unfinished import; undefined when there is none. */
export async function resumeJournal(
  folder: string,
  id: string,
  clock: Pick<Clock, 'now'>,
): Promise<Journal | undefined> {
  const path = journalPath(folder, id)
  const read = await readJournal(path)
  if (!read) return undefined
  try {
    // Remove a line that was cut off, or the next one would be appended to it.
    await truncate(path, read.bytes)
    return writeTo(await open(path, 'a', 0o600), { path, clock, ...read })
  } catch (error) {
    throw asWriteFailure(error, path)
  }
}

interface Open {
  path: string
  job: ImportJob
  confirmed: ReadonlyMap<number, Confirmed>
  clock: Pick<Clock, 'now'>
}

function writeTo(handle: FileHandle, { path, job, confirmed, clock }: Open): Journal {
  let last: Promise<unknown> = Promise.resolve()
  let syncedAt = clock.now()

  async function append(line: string): Promise<void> {
    try {
      await handle.appendFile(line)
      if (clock.now() - syncedAt < syncMs) return
      await handle.datasync()
      syncedAt = clock.now()
    } catch (error) {
      throw asWriteFailure(error, path)
    }
  }

  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= last
      .then(() => handle.datasync())
      .catch(() => {}) // a batch that is not on the disk is sent again
      .then(() => handle.close())
    return closing
  }

  return {
    job,
    confirmed,
    close,
    confirm(batch) {
      const written = last.then(() => append(`${JSON.stringify(batch)}\n`))
      last = written.catch(() => {}) // the caller of `confirm` gets the error
      return written
    },
    async remove() {
      await close()
      await rm(path, { force: true })
    },
  }
}

interface ReadJournal {
  job: ImportJob
  confirmed: Map<number, Confirmed>
  /** The length of the complete lines. */
  bytes: number
}

/** Reads a journal; undefined when there is none or its first line is incomplete. */
export async function readJournal(path: string): Promise<ReadJournal | undefined> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw new Failure('state_unwritable', { values: { path } }, { cause: error })
  })
  const bytes = content.lastIndexOf('\n') + 1
  const [first, ...lines] = content.toString('utf8', 0, bytes).split('\n').slice(0, -1)
  const job = first === undefined ? undefined : parseLine<ImportJob>(first)
  if (job?.version !== 1) return undefined
  const confirmed = new Map<number, Confirmed>()
  for (const line of lines) {
    const batch = parseLine<Confirmed>(line)
    if (batch) confirmed.set(batch.batch, batch)
  }
  return { job, confirmed, bytes }
}

/** Returns undefined for a line that a power cut damaged. Its batch counts as not confirmed. */
function parseLine<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T // our own format
  } catch {
    return undefined
  }
}

/** The unfinished imports of this machine, latest first. */
export async function listJournals(folder: string): Promise<ReadJournal[]> {
  const journals = await journalsIn(folder)
  const read = await Promise.all(journals.map((name) => readJournal(join(folder, name))))
  return read
    .filter((journal) => journal !== undefined)
    .sort((a, b) => b.job.startedAt.localeCompare(a.job.startedAt))
}

async function journalsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw new Failure('state_unwritable', { values: { path: folder } }, { cause: error })
  })
  return names.filter((name) => name.endsWith('.ndjson'))
}
