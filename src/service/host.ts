import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDefunct } from '../core/defunct.ts'

/**
 * Returns the file of a worker thread. In the bundle, all chunks are in one folder. When run from
 * the sources (tests), the thread still comes from the build, because a thread cannot start from
 * TypeScript.
 */
export function threadFile(name: string): string {
  const beside = fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
}

/**
 * Sets the folder where SQLite's threads write large sorts, to files that have no name and that
 * nobody else can open.
 */
export function setTempFolder(folder: string): void {
  process.env.SQLITE_TMPDIR ??= resolve(folder)
}

export const ownPid = (): number => process.pid

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isDefunct(pid)
  } catch (error) {
    // A process of another user is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
