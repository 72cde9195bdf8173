import { type FileHandle, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { WriteMode } from '../../contract/shapes/contact.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import { asWriteFailure } from './state-folder.ts'

/** What an import is. It does not change from its beginning to its end, however often it is taken up. */
export interface ImportJob {
  version: 1
  id: string
  /** Absolute. */
  file: string
  sha256: string
  apiUrl: string
  listId: string
  mode: WriteMode
  /** As it was worked out at the beginning: the list's fields may have changed since. */
  mapping: Mapping
  delimiter?: string
  encoding?: string
  sheet?: string
  batchSize: number
  /** The file that refused rows were asked for in. */
  rejects: string
  maxRejects?: string
  /** Random: what the batches' idempotency keys are made of. */
  nonce: string
  startedAt: string
}

/** Why the server refused one contact of a batch. */
export interface EntryError {
  /** Its place in the batch, from 0. */
  index: number
  code: string
  field?: string
  message?: string
}

/** What became of a batch, and which rows it was, to tell that it is the same one. */
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
  /** Of earlier runs, by the number of the batch. */
  readonly confirmed: ReadonlyMap<number, Confirmed>
  confirm(batch: Confirmed): Promise<void>
  close(): Promise<void>
  /** The import is done: there is nothing to go on with. */
  remove(): Promise<void>
}

/** What a power cut may take away; it is sent again, under the same keys. */
const syncMs = 500

export const journalPath = (folder: string, id: string): string => join(folder, `${id}.ndjson`)

/** Nobody goes on with an import of last month: the list and the file are other ones by now. */
const keptMs = 30 * 86_400_000

/** Begins the journal of a new import, and drops abandoned ones. Throws state_unwritable, disk_full. */
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
    // Another run may have dropped it meanwhile.
    const written = await stat(path).catch(() => undefined)
    if (written && written.mtimeMs < before) await rm(path, { force: true })
  }
}

/** Takes up the journal of an import that was not finished; undefined when there is none. */
export async function resumeJournal(
  folder: string,
  id: string,
  clock: Pick<Clock, 'now'>,
): Promise<Journal | undefined> {
  const path = journalPath(folder, id)
  const read = await readJournal(path)
  if (!read) return undefined
  try {
    // A line that was cut off would swallow the next one.
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
      .catch(() => {}) // what is not on the disk is sent again
      .then(() => handle.close())
    return closing
  }

  return {
    job,
    confirmed,
    close,
    confirm(batch) {
      const written = last.then(() => append(`${JSON.stringify(batch)}\n`))
      last = written.catch(() => {}) // whoever confirmed that batch is told
      return written
    },
    async remove() {
      await close()
      await rm(path, { force: true })
    },
  }
}

export interface ReadJournal {
  job: ImportJob
  confirmed: Map<number, Confirmed>
  /** The length of its whole lines. */
  bytes: number
}

/** Undefined when there is no journal, or one that died before it said what it is of. */
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

/** A power cut can leave anything in a line: the batch it told of counts as not confirmed. */
function parseLine<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T // written by us
  } catch {
    return undefined
  }
}

/** Every import on this machine that was begun and not finished, the latest first. */
export async function listJournals(folder: string): Promise<ReadJournal[]> {
  const journals = await journalsIn(folder)
  const read = await Promise.all(journals.map((name) => readJournal(join(folder, name))))
  return read
    .filter((journal) => journal !== undefined)
    .sort((one, other) => other.job.startedAt.localeCompare(one.job.startedAt))
}

async function journalsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw new Failure('state_unwritable', { values: { path: folder } }, { cause: error })
  })
  return names.filter((name) => name.endsWith('.ndjson'))
}
