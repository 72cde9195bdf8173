import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { whenFree } from '../../config/busy-file.ts'
import { stateFolder } from '../../config/folders.ts'
import { takeLock, withLock } from '../../config/lock-file.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { dayMs } from '../../core/time.ts'
import type { Context } from '../context/context.ts'
import type { Host } from '../host/host.ts'
import { asWriteFailure } from '../host/write-failure.ts'

/**
 * `begun`: written before the request, and nothing after it, because the run was killed. `lost`: the
 * request may have arrived, with a key that the server honors; `unknown`: without one. `refused`: the
 * server changed nothing. `undone`: it happened and was reverted; `key` is that of the next run.
 */
export type State = 'begun' | 'done' | 'refused' | 'lost' | 'unknown' | 'undone'

/** One line of the journal. A later line of the same `id` overrides the fields that it has. */
export interface Entry {
  id: string
  state: State
  /** ISO 8601. */
  at: string
  key?: string
  place?: string
  account?: string
  origin?: string
  body?: string
  /** The time it is scheduled for. */
  slot?: string
  /** The state on the server before the request. */
  before?: unknown
  answer?: unknown
}

/** The merged entries of one id. */
export interface OperationRecord extends Entry {
  begunAt: string
}

export interface Journal {
  find(id: string): OperationRecord | undefined
  /** The records of one server. */
  findByOrigin(origin: string): OperationRecord[]
  /** Resolves when the entry is on the disk. Throws state_unwritable, disk_full. */
  write(entry: Omit<Entry, 'at'>): Promise<void>
  /** Returns a function that unlocks. Throws `locked` with the holder. */
  lock(name: string): () => void
}

/** How long an immediate operation counts as done: as long as a server keeps a key. */
export const repeatWindowMs = dayMs

/** Compact the file beyond this size. A file of this size is read in a few milliseconds. */
const maxBytes = 1_000_000

interface JournalOptions {
  environment: Context['environment']
  host: Pick<Host, 'clock' | 'machine'>
}

export function openJournal({ environment, host: { clock, machine } }: JournalOptions): Journal {
  const folder = join(stateFolder(environment, machine), 'sending')
  const path = join(folder, 'journal.ndjson')

  function prepared<Result>(work: () => Result): Result {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return work()
    } catch (error) {
      throw asWriteFailure(error, path)
    }
  }

  const all = () => mergeEntries(read(path))
  return {
    find: (id) => all().get(id),
    findByOrigin: (origin) => [...all().values()].filter((record) => record.origin === origin),
    async write(entry) {
      const line = JSON.stringify({ ...entry, at: new Date(clock.now()).toISOString() })
      prepared(() => {})
      await withLock(`${path}.lock`, clock, () => append(path, line, clock)).catch((error) => {
        throw asWriteFailure(error, path)
      })
    },
    lock: (name) => prepared(() => takeLock(join(folder, `${name}.lock`), clock)),
  }
}

function append(path: string, line: string, clock: Pick<Clock, 'now'>): void {
  const before = read(path)
  if (before.length > maxBytes) compact(path, before, clock.now())
  const file = openSync(path, 'a', 0o600)
  try {
    // After a power cut the last line may lack its end.
    const cut = before === '' || before.endsWith('\n') ? '' : '\n'
    writeSync(file, `${cut}${line}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test(String((error as NodeJS.ErrnoException).code))) return ''
    throw asWriteFailure(error, path)
  }
}

function mergeEntries(text: string): Map<string, OperationRecord> {
  const records = new Map<string, OperationRecord>()
  for (const line of text.split('\n')) {
    const entry = parse(line)
    if (!entry) continue
    const before = records.get(entry.id)
    const isNew = entry.state === 'begun' || !before
    records.set(entry.id, {
      ...(!isNew && before),
      ...entry,
      begunAt: isNew ? entry.at : before.begunAt,
    })
  }
  return records
}

function parse(line: string): Entry | undefined {
  if (line === '') return undefined
  try {
    const entry = JSON.parse(line) as Entry // our own format
    return typeof entry.id === 'string' ? entry : undefined
  } catch {
    return undefined // cut off by a power cut: the operation counts as begun
  }
}

function compact(path: string, text: string, now: number): void {
  const needed = [...mergeEntries(text).values()].filter((record) => isNeeded(record, now))
  const lines = needed.map(({ begunAt, ...entry }) => JSON.stringify({ ...entry, at: begunAt }))
  const fresh = `${path}.new`
  writeFileSync(fresh, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  whenFree(() => renameSync(fresh, path))
}

/** Whether a record is kept: while its outcome is unknown, or while a repetition has to be recognized. */
function isNeeded({ state, begunAt, slot }: OperationRecord, now: number): boolean {
  if (state === 'refused') return false
  if (state !== 'done' && state !== 'undone') return true
  return now < Math.max(Date.parse(begunAt), slot ? Date.parse(slot) : 0) + repeatWindowMs
}

/** Whether the same operation would be a repetition. A scheduled one stays so until long after its time. */
export const isRemembered = ({ state, begunAt, slot }: OperationRecord, now: number): boolean =>
  state === 'done' && (slot !== undefined || now - Date.parse(begunAt) < repeatWindowMs)

/** Throws Failure `idempotency_mismatch` when the user gave this key to another request. */
export function refuseOtherBody({ body }: OperationRecord, requestBody: string): void {
  if (body !== undefined && body !== requestBody) throw new Failure('idempotency_mismatch')
}
