import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { pauseThread } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { isAlive, ownHost, ownPid, startTimeOf } from '../host.ts'
import { type LockConnection, openLockFile } from './sqlite.ts'

/** The process that uses a database, for the sentence of a refusal. */
interface Holder {
  host: string
  pid: number
  since: string
}

/**
 * Locks an SQLite file for this process: two processes that deliver from one file would send the same
 * messages. The lock is a lock of the operating system on a second file, `-lock`, so it ends with its
 * process and works between containers. Returns a function that releases it.
 */
export function lockFile(database: string): () => void {
  const path = `${database}-lock`
  // Not if it exists: closing a file ends all locks that this process has on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const lock = openLockFile(path)
  try {
    if (!lock.tryBegin() || !writeHolder(lock)) throw refusal(database, waitForHolder(lock))
    refuseEarlierVersion(database)
    tryWrite(pidFileOf(database), String(ownPid()))
  } catch (error) {
    lock.close()
    throw error
  }
  return () => {
    rmSync(pidFileOf(database), { force: true })
    lock.close()
  }
}

/**
 * Writes that this process has the lock. Others can read that only once it is committed, which ends the
 * lock for a moment. Returns false if another process has taken it in that moment.
 */
function writeHolder(lock: LockConnection): boolean {
  const [host, pid] = [ownHost(), ownPid()]
  for (;;) {
    const isWritten = lock.tryCommit(() => {
      lock.execute('create table if not exists holder (id int primary key, host, pid, since)')
      lock.execute(
        `insert into holder values (1, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
          on conflict (id) do update
          set host = excluded.host, pid = excluded.pid, since = excluded.since`,
        [host, pid],
      )
    })
    if (!lock.tryBegin()) return false
    const holder = readHolder(lock)
    // A full disk does not prevent the lock.
    if (!isWritten || (holder?.host === host && holder.pid === pid)) return true
  }
}

/** Another process may have taken a new lock and not written yet who it is. */
function waitForHolder(lock: LockConnection): Holder | undefined {
  for (let waitedMs = 0; waitedMs < maxHolderWaitMs; waitedMs += holderPauseMs) {
    const holder = readHolder(lock)
    if (holder) return holder
    pauseThread(holderPauseMs)
  }
  return undefined
}

const maxHolderWaitMs = 1000
const holderPauseMs = 20

function readHolder(lock: LockConnection): Holder | undefined {
  try {
    return lock.select('select host, pid, since from holder') as Holder | undefined // as it was written
  } catch {
    return undefined // The holder has not written it yet.
  }
}

const refusal = (path: string, holder: Partial<Holder> = {}) =>
  new Failure('database_in_use', { values: { path, ...holder } })

/**
 * The lock of earlier versions, a file with a process id. It is still written, so that an earlier
 * version does not start beside this one.
 */
const pidFileOf = (database: string): string => `${database}.lock`

/** Clocks and file systems round times. */
const toleranceMs = 2000

/**
 * Refuses while an earlier version uses the file. Its lock is void if its process is gone, or has
 * started after the lock was written: then it is another process with the same id.
 */
function refuseEarlierVersion(database: string): void {
  const path = pidFileOf(database)
  if (!existsSync(path)) return
  const pid = Number(readFileSync(path, 'utf8'))
  // A full disk or a power cut leaves an empty file, read as 0, which would mean our process group.
  if (!Number.isInteger(pid) || pid <= 0 || pid === ownPid() || !isAlive(pid)) return
  const startedAt = startTimeOf(pid)
  if (startedAt !== undefined && startedAt > statSync(path).mtimeMs + toleranceMs) return
  throw refusal(database, { pid })
}

function tryWrite(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 })
  } catch {
    // A full disk. Only earlier versions read it.
  }
}
