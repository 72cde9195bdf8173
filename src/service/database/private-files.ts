import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasFileModes } from '../host.ts'

/** Group and others. */
const everyoneElse = 0o077

/**
 * Creates an SQLite file that only its owner can read, if there is none. SQLite gives the files beside it
 * the same mode, and would take the mode of a new file from the umask.
 */
export function createPrivate(file: string): void {
  // Not if it exists: closing a file ends all locks that this process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/**
 * Takes the files of an installation away from group and others: the database, what SQLite keeps beside
 * it, moved and copied databases, locks and the master key. Earlier versions left some of them readable.
 */
export function makeFilesPrivate(database: string): void {
  if (!hasFileModes()) return
  const folder = dirname(database)
  const isOurs = (name: string) =>
    name.startsWith(basename(database)) || name.startsWith('master.key')
  for (const name of readdirSync(folder).filter(isOurs)) makePrivate(join(folder, name))
}

function makePrivate(path: string): void {
  // SQLite and other processes delete files meanwhile.
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status?.isFile() || !isOpenToOthers(status.mode)) return
  try {
    chmodSync(path, status.mode & 0o700)
  } catch {
    // It is of another user, who decides.
  }
}

const isOpenToOthers = (mode: number): boolean => (mode & everyoneElse) !== 0

/** Returns the mode of a folder that others can read, enter or write to, such as `755`. */
export function openFolderMode(folder: string): string | undefined {
  const { mode } = statSync(folder)
  return hasFileModes() && isOpenToOthers(mode) ? (mode & 0o777).toString(8) : undefined
}
