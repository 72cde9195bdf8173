import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../core/failure.ts'
import { isPostgresUrl } from '../core/postgres-url.ts'
import { openDatabase } from './database/connect.ts'
import { lockFile } from './database/file-lock.ts'
import { takeKeys } from './database/key-lock.ts'
import { findMasterKey } from './master-key.ts'
import { createVault, resealKeys } from './secrets.ts'
import { resealWebhooks } from './webhooks/reseal-store.ts'

export interface Rekey {
  /** An SQLite file, or a `postgres://` URL whose services are stopped. */
  database: string
  /** The key until now; absent: the one in the file beside the database. */
  masterKey: string | undefined
  newKey: string
}

export interface Rekeyed {
  keys: number
  webhooks: number
}

/**
 * Closes every secret of the installation with another master key, all of them or none. A key file
 * beside the database gets the new one.
 */
export async function changeMasterKey({ database, masterKey, newKey }: Rekey): Promise<Rekeyed> {
  const isFile = !isPostgresUrl(database)
  if (isFile && !existsSync(database)) {
    throw new Failure('not_a_database', { values: { path: database } })
  }
  const release = isFile ? lockFile(database) : await takeKeys(database)
  try {
    const folder = isFile ? dirname(database) : undefined
    const from = createVault(findMasterKey(masterKey, folder))
    const to = createVault(newKey)
    const { db, close } = await openDatabase(database)
    try {
      const rekeyed = await db.transaction().execute(async (tx) => ({
        keys: await resealKeys(tx, from, to),
        webhooks: await resealWebhooks(tx, from, to),
      }))
      if (masterKey === undefined && folder !== undefined) replaceKeyFile(folder, newKey)
      return rekeyed
    } finally {
      await close()
    }
  } finally {
    await release()
  }
}

/** Beside it first: a key file that is half written opens nothing. */
function replaceKeyFile(folder: string, key: string): void {
  const path = join(folder, 'master.key')
  writeFileSync(`${path}.part`, key, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}
