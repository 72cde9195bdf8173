import type { Executor } from '../database/dialect.ts'

/** Every row with a secret that the master key encrypts, retired keys too. */
export const selectSealedKeys = (tx: Executor) =>
  tx.selectFrom('keys').select(['id', 'secret']).execute()

export const updateSealedKey = (tx: Executor, id: number, secret: string) =>
  tx.updateTable('keys').set({ secret }).where('id', '=', id).execute()

/** The signing secrets of each webhook, as a JSON list. */
export const selectSealedWebhooks = (tx: Executor) =>
  tx.selectFrom('webhooks').select(['id', 'secrets']).execute()

export const updateSealedWebhook = (tx: Executor, id: number, secrets: string) =>
  tx.updateTable('webhooks').set({ secrets }).where('id', '=', id).execute()
