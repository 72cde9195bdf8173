import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** Returns the next campaigns with figures that have no account. */
export async function selectWithoutAccount(
  reader: Executor,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    select distinct campaign_id from campaign_counts
    where account_id = 0 and slot = 0 and campaign_id > ${after} order by campaign_id limit ${limit}
  `.execute(reader)
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Writes the account to the figures of campaigns, except those that connections have yet to merge. */
export async function fillAccounts(db: Executor, campaigns: readonly number[]): Promise<void> {
  const source = dialectOf(db).records(
    campaigns.map((id) => ({ id })),
    { id: 'int' },
  )
  await sql`
    update campaign_counts set account_id = c.account_id
    from ${source} as r join campaigns c on c.id = r.id
    where campaign_counts.campaign_id = r.id and campaign_counts.account_id = 0 and slot = 0
  `.execute(db)
}
