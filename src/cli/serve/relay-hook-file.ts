import { join } from 'node:path'
import { replaceFile } from '../../config/replace-file.ts'

/**
 * Writes the secret URL for the reports of the relay to a private file and returns its path. Standard
 * error is often kept as a log, which others may read.
 */
export function writeRelayHook(folder: string, url: string): string {
  const path = join(folder, 'relay-hook.url')
  replaceFile(path, `${url}\n`)
  return path
}
