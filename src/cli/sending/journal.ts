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
import { stateFolder } from '../../config/folders.ts'
import { takeLock, withLock } from '../../config/lock-file.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context.ts'
import type { Host } from '../host.ts'
import { asWriteFailure } from '../import/state-folder.ts'

/**
 * `begun` was written before the request went out and nothing since: the run was killed. `lost` may
 * have arrived, under a key that the server honours; `unknown`, without one. `refused` changed
 * nothing. `undone` happened, and was taken back since; its key is that of the next time.
 */
export type State = 'begun' | 'done' | 'refused' | 'lost' | 'unknown' | 'undone'

/** One line. Those of one `id` tell its story; what a later one does not say holds on. */
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
  /** The time that it is for. */
  slot?: string
  /** What the server showed before. */
  before?: unknown
  answer?: unknown
}

/** How things stand with one id. */
export interface Standing extends Entry {
  begunAt: string
}

export interface Journal {
  standing(id: string): Standing | undefined
  /** Everything of one server. */
  standings(origin: string): Standing[]
  /** On the disk when it resolves. Throws state_unwritable, disk_full. */
  write(entry: Omit<Entry, 'at'>): Promise<void>
  /** Throws `locked`, which names the holder. Returns how to let go. */
  lock(name: string): () => void
}

/** How long what was done at once is remembered: as long as a server keeps a key. */
export const repeatMs = 24 * 3_600_000

/** Read whole in a few milliseconds; beyond it what nobody asks for any more is left out. */
const compactBytes = 1_000_000

interface Place {
  environment: Context['environment']
  host: Pick<Host, 'clock' | 'machine'>
}

export function openJournal({ environment, host: { clock, machine } }: Place): Journal {
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

  const all = () => fold(read(path))
  return {
    standing: (id) => all().get(id),
    standings: (origin) => [...all().values()].filter((standing) => standing.origin === origin),
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
  if (before.length > compactBytes) compact(path, before, clock.now())
  const file = openSync(path, 'a', 0o600)
  try {
    // A line that a power cut left without its end would swallow this one.
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

function fold(text: string): Map<string, Standing> {
  const standings = new Map<string, Standing>()
  for (const line of text.split('\n')) {
    const entry = parse(line)
    if (!entry) continue
    const before = standings.get(entry.id)
    const isNew = entry.state === 'begun' || !before
    standings.set(entry.id, {
      ...(!isNew && before),
      ...entry,
      begunAt: isNew ? entry.at : before.begunAt,
    })
  }
  return standings
}

function parse(line: string): Entry | undefined {
  if (line === '') return undefined
  try {
    const entry = JSON.parse(line) as Entry // written by us
    return typeof entry.id === 'string' ? entry : undefined
  } catch {
    return undefined // cut off by a power cut: what it told of counts as begun, no more
  }
}

function compact(path: string, text: string, now: number): void {
  const kept = [...fold(text).values()].filter((standing) => isNeeded(standing, now))
  const lines = kept.map(({ begunAt, ...entry }) => JSON.stringify({ ...entry, at: begunAt }))
  const fresh = `${path}.new`
  writeFileSync(fresh, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(fresh, path)
}

/** What is open stays until it is settled; what was done, until its repetition is no more taken for it. */
function isNeeded({ state, begunAt, slot }: Standing, now: number): boolean {
  if (state === 'refused') return false
  if (state !== 'done' && state !== 'undone') return true
  return now < Math.max(Date.parse(begunAt), slot ? Date.parse(slot) : 0) + repeatMs
}

/** Whether doing it again would be a repetition. What is for a set time is one until long after it. */
export const isRemembered = ({ state, begunAt, slot }: Standing, now: number): boolean =>
  state === 'done' && (slot !== undefined || now - Date.parse(begunAt) < repeatMs)

/** Failure `idempotency_mismatch` when this key was given for another request. */
export function refuseOtherBody({ body }: Standing, asked: string): void {
  if (body !== undefined && body !== asked) throw new Failure('idempotency_mismatch')
}
