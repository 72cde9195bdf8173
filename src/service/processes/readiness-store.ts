import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

/**
 * Returns when the oldest message that is due became due. Messages of campaigns that are not being
 * sent, and of suspended accounts, wait for a person.
 */
export async function findOldestDue(db: Executor, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(at) as at from (
      select min(next_at) as at from message_queue
      where next_at <= ${now} and claim is null
        and (account_id = 0 or exists (
          select 1 from accounts where accounts.id = account_id and accounts.status = 'active'
        ))
      union all
      select (
        select min(next_at) from recipient_queue
        where recipient_queue.campaign_id = campaigns.id
          and next_at <= ${now} and claim is null
      ) as at
      from campaigns
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
