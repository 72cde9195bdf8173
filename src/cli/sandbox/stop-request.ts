import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../core/clock.ts'

/**
 * A file that asks a sandbox to stop, for systems without signals. Only the owner of the folder can
 * write it, which a request over HTTP could not guarantee.
 */
const requestPath = (folder: string): string => join(folder, 'stop')

interface Addressee {
  folder: string
  /** A request for an earlier sandbox of this folder is ignored. */
  instance: string
}

export const requestStop = ({ folder, instance }: Addressee): void =>
  writeFileSync(requestPath(folder), instance, { mode: 0o600 })

const pollIntervalMs = 200

/** Resolves when the sandbox is asked to stop, or when `signal` aborts. */
export async function untilStopRequested(
  { folder, instance }: Addressee,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  const path = requestPath(folder)
  while (!signal.aborted && read(path) !== instance) await clock.sleep(pollIntervalMs, signal)
  rmSync(path, { force: true })
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // Not requested.
  }
}
