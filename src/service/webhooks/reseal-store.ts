import type { Executor } from '../database/dialect.ts'
import type { Vault } from '../secrets.ts'
import { resealed } from './secret.ts'

/** Closes every webhook's secrets with another vault. Returns how many webhooks that were. */
export async function resealWebhooks(tx: Executor, from: Vault, to: Vault): Promise<number> {
  const rows = await tx.selectFrom('webhooks').select(['id', 'secrets']).execute()
  for (const { id, secrets } of rows) {
    await tx
      .updateTable('webhooks')
      .set({ secrets: resealed(secrets, from, to) })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}
