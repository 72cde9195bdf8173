import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../core/failure.ts'
import { randomToken } from '../core/ids.ts'

/**
 * What wraps the installation's keys: `REMITE_MASTER_KEY`, or for an SQLite file a key file of mode
 * 0600 beside it. On PostgreSQL other machines need the same one, so there it has to be given.
 */
export function findMasterKey(given: string | undefined, folder: string | undefined): string {
  if (given !== undefined) return given
  if (folder === undefined) throw new Failure('master_key_missing')
  const path = join(folder, 'master.key')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomToken(32)
  writeFileSync(path, key, { mode: 0o600, flag: 'wx' })
  return key
}
