import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the password of the first account to a new private file and returns its path. Standard error
 * is often kept as a log, which others may read.
 */
export function writeFirstAccount(
  folder: string,
  account: { username: string; pass: string },
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let number = 1; ; number++) {
    const path = join(folder, `first-account${number === 1 ? '' : `-${number}`}.json`)
    try {
      writeFileSync(path, `${JSON.stringify(account)}\n`, { mode: 0o600, flag: 'wx' })
      return path
    } catch (error) {
      // It may hold the only copy of the password of another installation.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
