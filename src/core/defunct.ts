import { readFileSync } from 'node:fs'

/**
 * Whether a process has ended and only waits for its parent to ask how. A signal still reaches it, and
 * in a container without an init nobody ever asks.
 */
export function isDefunct(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.startsWith(') Z', stat.lastIndexOf(')'))
  } catch {
    return false // Only Linux has the file.
  }
}
