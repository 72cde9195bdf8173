import { readFileSync } from 'node:fs'

/**
 * Checks whether a process has exited but was not reaped by its parent. Such a process still
 * accepts signals, and in a container without an init it is never reaped.
 */
export function isDefunct(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.startsWith(') Z', stat.lastIndexOf(')'))
  } catch {
    return false // Only Linux has this file.
  }
}
