import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDefunct } from '../core/defunct.ts'

/**
 * The file of a worker thread. Bundled, all chunks lie in one folder; run from the sources (tests),
 * the thread still comes from the build, since a thread cannot be started from TypeScript.
 */
export function threadFile(name: string): string {
  const beside = fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
}

/** SQLite's threads write there what they cannot hold of a sort, under no name that others could open. */
export function spillTo(folder: string): void {
  process.env.SQLITE_TMPDIR ??= resolve(folder)
}

export const ownPid = (): number => process.pid

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isDefunct(pid)
  } catch (error) {
    // One that belongs to somebody else is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
