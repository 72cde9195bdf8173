import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import { isAlive, ownPid } from '../host.ts'

/**
 * Locks an SQLite file for this process: two processes that deliver from one file would send the
 * same messages. The lock file holds a process id, and a lock whose process is dead is taken over.
 * Returns a function that releases the lock.
 */
export function lockFile(database: string): () => void {
  const path = `${database}.lock`
  for (let tries = 0; tries < 2; tries++) {
    if (createLock(path)) return () => rmSync(path, { force: true })
    const holder = Number(readFileSync(path, 'utf8'))
    // A full disk or a power cut leaves an empty lock file, read as 0. As a process id, 0 would
    // mean our own process group.
    if (holder !== 0 && holder !== ownPid() && isAlive(holder)) {
      throw new Failure('database_in_use', { values: { path: database, pid: holder } })
    }
    rmSync(path, { force: true })
  }
  throw new Failure('database_in_use', { values: { path: database, pid: 0 } })
}

function createLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, String(ownPid()))
    closeSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
