import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import { openDatabase, requireReachable } from '../database/connect.ts'
import type { Executor } from '../database/dialect.ts'
import { lockFile } from '../database/file-lock.ts'
import { lockKeys } from './key-leases.ts'
import { loadMasterKey } from './master-key.ts'
import {
  selectSealedKeys,
  selectSealedWebhooks,
  updateSealedKey,
  updateSealedWebhook,
} from './sealed-store.ts'
import { createVault, reseal, resealList, type Vault } from './vault.ts'

interface Rekey {
  /** An SQLite file or a `postgres://` URL. Its services must be stopped. */
  database: string
  /** The current key. Default: the one in the file beside the database. */
  masterKey: string | undefined
  newKey: string
}

interface Rekeyed {
  keys: number
  webhooks: number
}

/**
 * Encrypts every secret of the installation with another master key, in one transaction. If there
 * is a key file beside the database, the new key replaces it.
 */
export async function changeMasterKey({ database, masterKey, newKey }: Rekey): Promise<Rekeyed> {
  const isFile = !isPostgresUrl(database)
  if (isFile && !existsSync(database)) {
    throw new Failure('not_a_database', { values: { path: database } })
  }
  const release = isFile ? lockFile(database) : undefined
  try {
    const folder = isFile ? dirname(database) : undefined
    const from = createVault(loadMasterKey(masterKey, folder))
    const to = createVault(newKey)
    if (!isFile) await requireReachable(database)
    const { db, close } = await openDatabase(database)
    try {
      const rekeyed = await db.transaction().execute(async (tx) => {
        await lockKeys(tx)
        return {
          keys: await resealKeys(tx, from, to),
          webhooks: await resealWebhooks(tx, from, to),
        }
      })
      if (masterKey === undefined && folder !== undefined) replaceKeyFile(folder, newKey)
      return rekeyed
    } finally {
      await close()
    }
  } finally {
    release?.()
  }
}

/** Returns how many keys there were. */
async function resealKeys(tx: Executor, from: Vault, to: Vault): Promise<number> {
  const keys = await selectSealedKeys(tx)
  for (const { id, secret } of keys) await updateSealedKey(tx, id, reseal(secret, from, to))
  return keys.length
}

/** Returns how many webhooks there were. */
async function resealWebhooks(tx: Executor, from: Vault, to: Vault): Promise<number> {
  const webhooks = await selectSealedWebhooks(tx)
  for (const { id, secrets } of webhooks) {
    await updateSealedWebhook(tx, id, resealList(secrets, from, to))
  }
  return webhooks.length
}

/** Writes another file first, then renames it: a half-written key file opens nothing. */
function replaceKeyFile(folder: string, key: string): void {
  const path = join(folder, 'master.key')
  writeFileSync(`${path}.part`, key, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}
