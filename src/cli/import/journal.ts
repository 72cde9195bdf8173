import { appendFileSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { WriteMode } from '../../contract/shapes/contact.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { dayMs } from '../../core/time.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import { asWriteFailure } from '../host/write-failure.ts'

/** What a journal knows of the work that it belongs to. */
interface JournaledJob {
  version: 1
  id: string
}

/** The definition of an import. It does not change when the import is resumed. */
export interface ImportJob extends JournaledJob {
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

/** A batch that the server has confirmed. Its lines show on resume that it is the same batch. */
interface ConfirmedBatch {
  batch: number
  entries: number
  firstLine: number
  lastLine: number
}

/** The result of a batch of contacts. */
export interface Confirmed extends ConfirmedBatch {
  created: number
  updated: number
  skipped: number
  errors: readonly EntryError[]
}

export interface Journal<J extends JournaledJob = ImportJob, C extends ConfirmedBatch = Confirmed> {
  readonly job: J
  /** The batches of earlier runs, by number. */
  readonly confirmed: ReadonlyMap<number, C>
  confirm(batch: C): Promise<void>
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
export async function createJournal<J extends JournaledJob, C extends ConfirmedBatch = Confirmed>(
  folder: string,
  job: J,
  clock: Pick<Clock, 'now'>,
): Promise<Journal<J, C>> {
  const path = journalPath(folder, job.id)
  try {
    const handle = await open(path, 'w', 0o600)
    const journal = writeTo<J, C>(handle, { path, job, confirmed: new Map(), clock })
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

/** Opens the journal of unfinished work; undefined when there is none. */
export async function resumeJournal<
  J extends JournaledJob = ImportJob,
  C extends ConfirmedBatch = Confirmed,
>(folder: string, id: string, clock: Pick<Clock, 'now'>): Promise<Journal<J, C> | undefined> {
  const path = journalPath(folder, id)
  const read = await readJournal<J, C>(path)
  if (!read) return undefined
  try {
    // Remove a line that was cut off, or the next one would be appended to it.
    await truncate(path, read.bytes)
    return writeTo(await open(path, 'a', 0o600), { path, clock, ...read })
  } catch (error) {
    throw asWriteFailure(error, path)
  }
}

interface Open<J, C> {
  path: string
  job: J
  confirmed: ReadonlyMap<number, C>
  clock: Pick<Clock, 'now'>
}

function writeTo<J extends JournaledJob, C extends ConfirmedBatch>(
  handle: FileHandle,
  { path, job, confirmed, clock }: Open<J, C>,
): Journal<J, C> {
  let last: Promise<unknown> = Promise.resolve()
  let syncedAt = clock.now()

  async function append(line: string): Promise<void> {
    try {
      // Synchronous, because the next batch waits for it, and a thread of the pool would often wait for a processor.
      appendFileSync(handle.fd, line)
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

interface ReadJournal<J = ImportJob, C = Confirmed> {
  job: J
  confirmed: Map<number, C>
  /** The length of the complete lines. */
  bytes: number
}

/** Reads a journal; undefined when there is none or its first line is incomplete. */
export async function readJournal<
  J extends JournaledJob = ImportJob,
  C extends ConfirmedBatch = Confirmed,
>(path: string): Promise<ReadJournal<J, C> | undefined> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw new Failure('state_unwritable', { values: { path } }, { cause: error })
  })
  const bytes = content.lastIndexOf('\n') + 1
  const [first, ...lines] = content.toString('utf8', 0, bytes).split('\n').slice(0, -1)
  const job = first === undefined ? undefined : parseLine<J>(first)
  if (job?.version !== 1) return undefined
  const confirmed = new Map<number, C>()
  for (const line of lines) {
    const batch = parseLine<C>(line)
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
  const read = await Promise.all(
    journals.map((name) => readJournal<ImportJob, Confirmed>(join(folder, name))),
  )
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
