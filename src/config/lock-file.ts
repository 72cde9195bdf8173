import { readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { jitter, newUuid } from '../core/ids.ts'
import { isAlive, ownHost, ownPid } from './host.ts'

/** Turns of about 25 ms. Work under the lock takes a few ms: a holder seen for 5 s is stuck. */
const stuckTurns = 200
/** About 20 s, however often the holder changes. */
const mostTurns = 800

/** Who has the lock; `id` tells two locks of one process apart. */
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
 * Takes the lock for as long as a run lasts, from a dead holder too. Throws Failure('locked') that names
 * a living one. Returns how to let go of it.
 */
export function takeLock(path: string, clock: Pick<Clock, 'now'>): () => void {
  const mine = newHolder(clock)
  if (claim(path, mine)) return () => remove(path, mine)
  const theirs = read(path)
  if (theirs !== undefined) evict(path, theirs, false)
  if (claim(path, mine)) return () => remove(path, mine)
  throw new Failure('locked', { values: { path, ...shownHolder(theirs) } })
}

/** Does `work` while no other process does; it is synchronous so that the lock is held for an instant. */
export async function withLock<Result>(
  path: string,
  clock: Clock,
  work: () => Result,
): Promise<Result> {
  const mine = newHolder(clock)
  let watched: string | undefined
  let unchanged = 0
  for (let turn = 0; turn < mostTurns; turn++) {
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
    if (theirs !== undefined) evict(path, theirs, unchanged >= stuckTurns)
    await clock.sleep(10 + 30 * jitter())
  }
  throw new Failure('locked', { values: { path } })
}

/** Takes the lock from a holder that is dead, or stuck; nobody but the holder of the guard may do so. */
function evict(path: string, theirs: string, isStuck: boolean): void {
  if (!isStuck && !isDead(theirs)) return
  const guard = `${path}.evict`
  // Whoever died between making the guard and removing it left it behind.
  if (isStuck) rmSync(guard, { force: true })
  if (!claim(guard, '')) return
  try {
    remove(path, theirs)
  } finally {
    rmSync(guard, { force: true })
  }
}

function claim(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Removes the lock if it still is the one that was meant. */
function remove(path: string, content: string): void {
  if (read(path) === content) unlinkSync(path)
}

/** Only a process of this machine can be known to be dead; a lock half written is of a living one. */
function isDead(content: string): boolean {
  const { host, pid } = parseHolder(content)
  return host === ownHost() && typeof pid === 'number' && !isAlive(pid)
}

function parseHolder(content: string): Partial<Holder> {
  try {
    return JSON.parse(content)
  } catch {
    return {} // it is being written at this moment
  }
}

function shownHolder(content = ''): Partial<Omit<Holder, 'id'>> {
  const { id: _, ...shown } = parseHolder(content)
  return shown
}

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
