import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** How many addresses and contacts a suppression of the whole account now keeps from being mailed. */
export interface AccountConsentChange {
  complaints: number
  bounces: number
  erased: number
  /** Contacts on other lists that were active. */
  contacts: number
}

const strengthOf = (type: string): RawBuilder<number> =>
  sql`case ${sql.ref(type)} when 'complaint' then 4 when 'unsubscribe' then 3 when 'manual' then 2
    else 1 end`

const isErased = sql`email_key >= 'hash:' and email_key < 'hash;'`

/** The contacts whose status a complaint or bounce on another list changes. */
const isChanged = sql`s.list_id = 0 and s.account_id = contacts.account_id
  and s.email_key = contacts.email_key and (
    s.type = 'complaint' and contacts.status <> 'complained'
    or s.type = 'bounce' and contacts.status in ('active', 'unconfirmed')
  )`

/**
 * Makes complaints, bounces of dead addresses and erasures count for the whole account, and adds the
 * table of the suppressions that operators lift. Until now they counted for the list alone on which
 * they happened.
 */
export const accountConsent = (
  { name, ddl, now }: Dialect,
  report: (change: AccountConsentChange) => void,
): Migration => ({
  async up(db) {
    for (const statement of tableOfLifted(ddl)) await sql.raw(statement).execute(db)
    // One order, as in transactions of a service that still runs: contacts, then suppressions.
    if (name === 'postgres') {
      await sql`lock table contacts, suppressions in share row exclusive mode`.execute(db)
    }
    await raiseSuppressions(db)
    const contacts = await countActive(db)
    await followStatus(db, now)
    const counts = await countRaised(db)
    const change = { ...counts, contacts }
    if (Object.values(change).some((count) => count > 0)) report(change)
  },
})

const tableOfLifted = ({ id, int, text, end }: Dialect['ddl']): string[] => [
  `create table lifted_suppressions (
    id ${id}, account_id ${int} not null, list_id ${int} not null, email_key ${text} not null,
    email ${text}, type ${text} not null, reason ${text} not null, suppressed_at ${int} not null,
    lifted_by ${int} not null, lifted_reason ${text} not null, lifted_at ${int} not null
  ) ${end}`,
  `create index lifted_suppressions_address on lifted_suppressions (account_id, email_key)`,
]

/** Replaces what lists, and lists that were deleted, say of an address by one suppression of the account. */
async function raiseSuppressions(db: Kysely<unknown>): Promise<void> {
  const isRaised = sql`(list_id > 0 or list_id = -1) and (type in ('complaint', 'bounce') or ${isErased})`
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select account_id, 0, email_key, email, type, reason, campaign_id, created_at from (
      select s.*, row_number() over (
        partition by account_id, email_key order by ${strengthOf('type')} desc, created_at
      ) as place
      from (
        select account_id, email_key, email, type, reason, campaign_id, created_at
        from suppressions where ${isRaised}
        union all
        select account_id, email_key, email,
          case status when 'complained' then 'complaint' else 'bounce' end, '', null,
          coalesce(unsubscribed_at, updated_at)
        from contacts where status in ('complained', 'bounced')
      ) as s
    ) as ranked where place = 1 order by account_id, email_key
    on conflict (account_id, email_key, list_id) do update set type = excluded.type,
      reason = excluded.reason, campaign_id = excluded.campaign_id, created_at = excluded.created_at
    where ${strengthOf('excluded.type')} > ${strengthOf('suppressions.type')}
  `.execute(db)
  await sql`delete from suppressions where ${isRaised}`.execute(db)
}

async function countRaised(db: Kysely<unknown>): Promise<Omit<AccountConsentChange, 'contacts'>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select case when ${isErased} then 'erased' else type end as kind, count(*) as count
    from suppressions where list_id = 0 group by 1
  `.execute(db)
  const countOf = (kind: string) => Number(rows.find((row) => row.kind === kind)?.count ?? 0)
  return {
    complaints: countOf('complaint'),
    bounces: countOf('bounce'),
    erased: countOf('erased'),
  }
}

async function countActive(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from suppressions s join contacts on ${isChanged}
    where contacts.status = 'active'
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Gives the contacts of these addresses on other lists the status, with an entry in their history. */
async function followStatus(db: Kysely<unknown>, now: RawBuilder<number>): Promise<void> {
  await sql`
    insert into contact_history (account_id, contact_id, type, campaign_id, detail, at)
    select contacts.account_id, contacts.id, s.type, null, s.reason, ${now}
    from suppressions s join contacts on ${isChanged}
  `.execute(db)
  await sql`
    update contacts set version = version + 1, updated_at = ${now},
      status = case s.type when 'complaint' then 'complained' else 'bounced' end,
      unsubscribed_at = case
        when s.type = 'bounce' then contacts.unsubscribed_at
        when contacts.status = 'unsubscribed' then coalesce(contacts.unsubscribed_at, ${now})
        else ${now} end
    from suppressions s where ${isChanged}
  `.execute(db)
}
