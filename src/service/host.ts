import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
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

/** Calls `work` when all code that waits only for promises that are settled has run. */
export const afterPromises = (work: () => void): void => process.nextTick(work)

/**
 * Sets the folder where SQLite's threads write large sorts, to files that have no name and that
 * nobody else can open.
 */
export function setTempFolder(folder: string): void {
  process.env.SQLITE_TMPDIR ??= resolve(folder)
}

export const ownPid = (): number => process.pid

/** The time that all threads of this process have spent on processors, in ms. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The processors that this process may use. */
export const processorCount = (): number => availableParallelism()

/** Windows has access lists instead. */
export const hasFileModes = (): boolean => process.platform !== 'win32'

/** The name of this machine or container. */
export const ownHost = (): string => hostname()

/** The length of a clock tick in `/proc`. It is the same on every architecture that Node supports. */
const tickMs = 10

/** Returns when a process started; undefined where the system has no `/proc`. */
export function startTimeOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain spaces. The time is the 20th field after it.
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
    const bootTime = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1]
    return Number(bootTime) * 1000 + ticks * tickMs
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isDefunct(pid)
  } catch (error) {
    // A process of another user is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
