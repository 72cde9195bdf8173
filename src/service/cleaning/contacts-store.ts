import { sql } from 'kysely'
import type { ContactStatus } from '../../contract/shapes/contact.ts'
import type { Provider } from '../../core/mail/mailbox-providers.ts'
import { mustYield, yieldTurn } from '../../core/yield.ts'
import { idsIn } from '../contacts/store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ListRef } from '../lists/store.ts'

/** A contact with the columns that the checks need. */
export interface CheckedContact {
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

/**
 * Excludes unsubscribed contacts: they receive no mail, and their unsubscribe must stay on record.
 */
const isChecked = sql<boolean>`contacts.status in ('active', 'unconfirmed', 'bounced')`

const isOn = ({ accountId, listId }: ListRef) =>
  sql<boolean>`contacts.account_id = ${accountId} and contacts.list_id = ${listId}`

const columns = sql`id, email, email_key, domain, nombre, status, created_at, last_open_at,
  last_click_at`

export async function countContactsToCheck(
  reader: Executor,
  listRef: ListRef,
  until: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contacts
    where ${isOn(listRef)} and ${isChecked} and id <= ${until}
  `.execute(reader)
  return rows[0]?.count ?? 0
}

export async function selectContactsToCheck(
  reader: Executor,
  listRef: ListRef,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<CheckedContact[]> {
  const { rows } = await sql<CheckedContact>`
    select ${columns} from contacts
    where ${isOn(listRef)} and ${isChecked} and id > ${after} and id <= ${until}
    order by id limit ${limit}
  `.execute(reader)
  return rows
}

/** Returns the current state of contacts, which may have changed since they were checked. */
export async function selectContactsById(
  tx: Executor,
  listRef: ListRef,
  ids: readonly number[],
): Promise<CheckedContact[]> {
  const { rows } = await sql<CheckedContact>`
    select ${columns} from contacts where ${isOn(listRef)} and id in ${idsIn(tx, ids)}
  `.execute(tx)
  return rows
}

/** Returns which contacts were sent a message before a time. */
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

/** A row for each pair would take the event loop a microsecond or two to receive, a million a second. */
const pairsAtOnce = 1000

/**
 * Returns contacts that share a mailbox with another one of the list, each with the contact to
 * keep. The one to keep has the best status, then the latest open or click, then the lowest id.
 */
export async function selectSameMailboxes(
  reader: Executor,
  listRef: ListRef,
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
  const { rows } = await sql<{ pairs: string }>`
    with named as (
      select id, status, home, dotless, ${before(local, '+')} as name,
        case when coalesce(last_open_at, 0) > coalesce(last_click_at, 0)
          then coalesce(last_open_at, 0) else coalesce(last_click_at, 0) end as active_at
      from contacts join ${known} as p on p.domain = contacts.domain
      where ${isOn(listRef)} and ${isChecked}
    ), ranked as (
      select id, first_value(id) over mailbox as keeper from named where name <> ''
      window mailbox as (
        partition by home, case dotless when 1 then replace(name, '.', '') else name end
        order by case status when 'active' then 0 when 'unconfirmed' then 1 else 2 end,
          active_at desc, id
      )
    ), numbered as (
      select id, keeper, row_number() over (order by id) as number from ranked where id <> keeper
    )
    select string_agg(cast(id as text) || ':' || cast(keeper as text), ' ') as pairs
    from numbered group by number / ${sql.lit(pairsAtOnce)}
  `.execute(reader)
  const keepers = new Map<number, number>()
  for (const { pairs } of rows) {
    for (const pair of pairs.split(' ')) {
      const [id, keeper] = pair.split(':')
      keepers.set(Number(id), Number(keeper))
    }
    if (mustYield()) await yieldTurn()
  }
  return keepers
}
