import { sql } from 'kysely'
import type { ContactStatus } from '../../contract/shapes/contact.ts'
import { idsIn } from '../contacts/bulk-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ListPlace } from '../lists/store.ts'
import type { Provider } from './providers.ts'

/** A contact with what its checks look at. */
export interface Candidate {
  id: number
  email: string
  email_key: string
  domain: string
  nombre: string
  status: ContactStatus
  created_at: number
  last_open_at: number | null
  last_click_at: number | null
}

/** Who left is not looked at: that they did has to stay known, and nobody mails them. */
const isLookedAt = sql<boolean>`contacts.status in ('active', 'unconfirmed', 'bounced')`

const isOn = ({ accountId, listId }: ListPlace) =>
  sql<boolean>`contacts.account_id = ${accountId} and contacts.list_id = ${listId}`

const columns = sql`id, email, email_key, domain, nombre, status, created_at, last_open_at,
  last_click_at`

export async function countCandidates(
  reader: Executor,
  place: ListPlace,
  until: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contacts
    where ${isOn(place)} and ${isLookedAt} and id <= ${until}
  `.execute(reader)
  return rows[0]?.count ?? 0
}

export async function selectCandidates(
  reader: Executor,
  place: ListPlace,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${columns} from contacts
    where ${isOn(place)} and ${isLookedAt} and id > ${after} and id <= ${until}
    order by id limit ${limit}
  `.execute(reader)
  return rows
}

/** As they are now: what was found before the transaction may have changed. */
export async function selectCandidatesById(
  tx: Executor,
  place: ListPlace,
  ids: readonly number[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${columns} from contacts where ${isOn(place)} and id in ${idsIn(tx, ids)}
  `.execute(tx)
  return rows
}

/** Who of them was sent a message before that time. */
export async function selectSentBefore(
  reader: Executor,
  ids: readonly number[],
  time: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ contact_id: number }>`
    select distinct contact_id from recipients
    where contact_id in ${idsIn(reader, ids)} and sent_at < ${time}
  `.execute(reader)
  return new Set(rows.map(({ contact_id }) => contact_id))
}

/**
 * Contacts whose mailbox another one of the list has too, each with the one to keep: it may be
 * mailed, opened or clicked last, and is the oldest, in this order.
 */
export async function selectSameMailboxes(
  reader: Executor,
  place: ListPlace,
  providers: readonly Provider[],
): Promise<ReadonlyMap<number, number>> {
  const { records, before } = dialectOf(reader)
  const known = records(
    providers.flatMap(({ domains, ignoresDots }) =>
      domains.map((domain) => ({ domain, home: domains[0], dotless: ignoresDots ? 1 : 0 })),
    ),
    { domain: 'text', home: 'text', dotless: 'int' },
  )
  const local = sql`substr(email_key, 1, length(email_key) - length(contacts.domain) - 1)`
  const { rows } = await sql<{ id: number; keeper: number }>`
    with named as (
      select id, status, home, dotless, ${before(local, '+')} as name,
        case when coalesce(last_open_at, 0) > coalesce(last_click_at, 0)
          then coalesce(last_open_at, 0) else coalesce(last_click_at, 0) end as active_at
      from contacts join ${known} as p on p.domain = contacts.domain
      where ${isOn(place)} and ${isLookedAt}
    ), ranked as (
      select id, first_value(id) over mailbox as keeper from named where name <> ''
      window mailbox as (
        partition by home, case dotless when 1 then replace(name, '.', '') else name end
        order by case status when 'active' then 0 when 'unconfirmed' then 1 else 2 end,
          active_at desc, id
      )
    )
    select id, keeper from ranked where id <> keeper
  `.execute(reader)
  return new Map(rows.map(({ id, keeper }) => [id, keeper]))
}
