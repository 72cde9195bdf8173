import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { jitter, newUuid } from '../core/ids.ts'
import { whenFree } from './busy-file.ts'
import { isAlive, ownHost, ownPid } from './host.ts'

/**
 * Attempts of about 25 ms each. Work under the lock takes a few ms, so a holder that is seen for 5
 * s is stuck.
 */
const stuckAttempts = 200
/** Far longer than it takes to write a lock. */
const writingMs = 10_000

/** About 20 s, even if the holder changes. */
const maxAttempts = 800

/** The process that holds the lock. `id` distinguishes two locks of one process. */
interface Holder {
  pid: number
  host: string
  since: string
  id: string
}

const newHolder = (clock: Pick<Clock, 'now'>): string =>
  JSON.stringify({
    pid: ownPid(),
    host: ownHost(),
    since: new Date(clock.now()).toISOString(),
    id: newUuid(),
  } satisfies Holder)

/**
 * Takes the lock for the duration of a run, also from a dead holder. Throws Failure('locked') with
 * the details of a running holder. Returns a function that releases the lock.
 */
export function takeLock(path: string, clock: Pick<Clock, 'now'>): () => void {
  const mine = newHolder(clock)
  if (claim(path, mine)) return () => remove(path, mine)
  const theirs = read(path)
  if (theirs !== undefined) evict(path, theirs, { clock })
  if (claim(path, mine)) return () => remove(path, mine)
  throw new Failure('locked', { values: { path, ...holderDetails(theirs) } })
}

/**
 * Runs `work` while no other process does. It is synchronous, so that the lock is held only
 * briefly.
 */
export async function withLock<Result>(
  path: string,
  clock: Clock,
  work: () => Result,
): Promise<Result> {
  const mine = newHolder(clock)
  let watched: string | undefined
  let unchanged = 0
  for (let turn = 0; turn < maxAttempts; turn++) {
    if (claim(path, mine)) {
      try {
        return work()
      } finally {
        remove(path, mine)
      }
    }
    const theirs = read(path)
    unchanged = theirs === watched ? unchanged + 1 : 0
    watched = theirs
    const isStuck = unchanged >= stuckAttempts
    if (theirs !== undefined) evict(path, theirs, { clock, isStuck })
    await clock.sleep(10 + 30 * jitter())
  }
  throw new Failure('locked', { values: { path } })
}

/** Removes the lock of a dead or stuck holder. Only the owner of the guard file may do so. */
function evict(
  path: string,
  theirs: string,
  { clock, isStuck = false }: { clock: Pick<Clock, 'now'>; isStuck?: boolean },
): void {
  if (!isStuck && !isDead(theirs) && !isLeftOver(path, theirs, clock)) return
  const guard = `${path}.evict`
  // A process that died here has left its guard file behind.
  if (isStuck || isLeftOver(guard, '', clock)) rmSync(guard, { force: true })
  if (!claim(guard, '')) return
  try {
    remove(path, theirs)
  } finally {
    rmSync(guard, { force: true })
  }
}

function claim(path: string, content: string): boolean {
  const file = create(path)
  if (file === undefined) return false
  try {
    writeFileSync(file, content)
    // After a long pause in the middle, another process may have taken it for a left-over.
    return read(path) === content
  } catch (error) {
    // A full disk. An empty lock would look like that of a process that is writing it.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function create(path: string): number | undefined {
  try {
    return whenFree(() => openSync(path, 'wx', 0o600))
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return undefined
    throw error
  }
}

/**
 * Whether a lock names no holder and is not being written either: a process was killed in the middle, or
 * the disk was full and the version was an earlier one.
 */
function isLeftOver(path: string, content: string, clock: Pick<Clock, 'now'>): boolean {
  if (parseHolder(content).pid !== undefined) return false
  const status = statSync(path, { throwIfNoEntry: false })
  return status !== undefined && clock.now() - status.mtimeMs > writingMs
}

function read(path: string): string | undefined {
  try {
    return whenFree(() => readFileSync(path, 'utf8'))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Removes the lock only if its content has not changed. */
function remove(path: string, content: string): void {
  if (read(path) === content) whenFree(() => unlinkSync(path))
}

/**
 * Recognizes dead holders on this machine only. A partially written lock belongs to a running
 * process.
 */
function isDead(content: string): boolean {
  const { host, pid } = parseHolder(content)
  return host === ownHost() && typeof pid === 'number' && !isAlive(pid)
}

function parseHolder(content: string): Partial<Holder> {
  try {
    return JSON.parse(content)
  } catch {
    return {} // The holder is writing it right now.
  }
}

function holderDetails(content = ''): Partial<Omit<Holder, 'id'>> {
  const { id: _, ...shown } = parseHolder(content)
  return shown
}

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
