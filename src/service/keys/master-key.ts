import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../core/failure.ts'
import { newUuid, randomToken } from '../../core/ids.ts'

/**
 * Returns the key that encrypts the installation's keys: `REMITE_MASTER_KEY`, or for an SQLite file
 * a key file with mode 0600 beside it. On PostgreSQL other machines need the same key, so it must
 * be configured.
 */
export function loadMasterKey(configured: string | undefined, folder: string | undefined): string {
  if (configured !== undefined) return configured
  if (folder === undefined) throw new Failure('master_key_missing')
  const path = join(folder, 'master.key')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomToken(32)
  const part = `${path}.${newUuid().slice(0, 8)}.part`
  try {
    // A full disk must not leave an empty file, which would be read as the key.
    writeFileSync(part, key, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(part, path)
  } finally {
    rmSync(part, { force: true })
  }
  return key
}
