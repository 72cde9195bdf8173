import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ListPlace } from '../lists/store.ts'

export interface SuppressedAddress {
  key: string
  email: string
}

/** Keeps addresses off a list, by its owner's will; answers how many were not kept off before. */
export async function suppressAll(
  tx: Executor,
  { accountId, listId, now }: ListPlace & { now: number },
  addresses: readonly SuppressedAddress[],
): Promise<number> {
  if (addresses.length === 0) return 0
  const source = dialectOf(tx).records(addresses, { key: 'text', email: 'text' })
  const { rows } = await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select ${accountId}, ${listId}, key, email, 'manual', 'import', null, ${now}
    from ${source} as r where true
    on conflict (account_id, email_key, list_id) do nothing returning id
  `.execute(tx)
  return rows.length
}
