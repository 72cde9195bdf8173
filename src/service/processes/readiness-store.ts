import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

/** One after the other: for each, an index knows the first of millions of recipients. */
const waitingStates = sql`(select 'pending' as state union all select 'deferred')`

/**
 * Returns when the oldest message that is due became due. Messages of campaigns that are not being
 * sent, and of suspended accounts, wait for a person.
 */
export async function findOldestDue(db: Executor, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(at) as at from (
      select min(next_at) as at from messages
      where state in ('pending', 'deferred') and next_at <= ${now}
        and (account_id is null or exists (
          select 1 from accounts where accounts.id = account_id and accounts.status = 'active'
        ))
      union all
      select (
        select min(next_at) from recipients
        where recipients.campaign_id = campaigns.id
          and recipients.state = waiting.state and next_at <= ${now}
      ) as at
      from campaigns
      cross join ${waitingStates} as waiting
      where campaigns.status in ('sending', 'ab_testing') and exists (
        select 1 from accounts
        where accounts.id = campaigns.account_id and accounts.status = 'active'
      )
    ) as due
  `.execute(db)
  return rows[0]?.at ?? null
}

/** Returns when a process last wrote the result of a message. */
export async function findLastResult(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('processes')
    .select(({ fn }) => fn.max('last_result_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? 0
}
