import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import { isAlive, ownPid } from '../host.ts'

/**
 * SQLite is one process here: two that deliver from one file would each send what the other claimed.
 * The lock names its holder; one whose holder is dead is taken over. Returns what releases it.
 */
export function lockFile(database: string): () => void {
  const path = `${database}.lock`
  for (let tries = 0; tries < 2; tries++) {
    if (take(path)) return () => rmSync(path, { force: true })
    const holder = Number(readFileSync(path, 'utf8'))
    // 0 is what a full disk or a power cut left empty; as a process id it would be all of our group.
    if (holder !== 0 && holder !== ownPid() && isAlive(holder)) {
      throw new Failure('database_in_use', { values: { path: database, pid: holder } })
    }
    rmSync(path, { force: true })
  }
  throw new Failure('database_in_use', { values: { path: database, pid: 0 } })
}

function take(path: string): boolean {
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
