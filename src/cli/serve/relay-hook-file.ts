import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the secret URL for the reports of the relay to a private file and returns its path. Standard
 * error is often kept as a log, which others may read.
 */
export function writeRelayHook(folder: string, url: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'relay-hook.url')
  const draft = `${path}.new`
  writeFileSync(draft, `${url}\n`, { mode: 0o600 })
  renameSync(draft, path)
  return path
}
