import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ExpiringTable } from '../database/expiring-tables.ts'
import type { Partition } from '../database/partitions/partitions.ts'
import type { RowKey } from './rows-store.ts'

/** Adds the clicks in a partition to the totals of their links, before it is dropped. */
export function addTotalsOfPartition(
  tx: Executor,
  { rows: { table } }: ExpiringTable,
  { name, to }: Partition,
): Promise<void> {
  const source = sql.table(name)
  return table === 'repeat_visits'
    ? addRepeats(tx, source)
    : addVisits(tx, source, sql`o.at >= ${to}`)
}

/** Adds the clicks in some rows to the totals of their links, before the rows are deleted. */
export async function addTotalsOfRows(
  tx: Executor,
  { rows: { table, keyColumns } }: ExpiringTable,
  { name, keys }: { name: string; keys: readonly RowKey[] },
): Promise<void> {
  const columns = sql.join(Object.keys(keyColumns).map((column) => sql.ref(column)))
  const chosen = sql`select ${columns} from ${dialectOf(tx).records(keys, keyColumns)} as k`
  const source = sql`(select * from ${sql.table(name)} where (${columns}) in (${chosen}))`
  if (table === 'repeat_visits') await addRepeats(tx, source)
  else await addVisits(tx, source, sql`o.id not in (${chosen})`)
}

/**
 * `isKept` selects the visits that stay, as `o`. A person counts once for a link: with the last of the
 * stored clicks on it.
 */
const addVisits = (tx: Executor, source: RawBuilder<unknown>, isKept: Condition): Promise<void> =>
  add(
    tx,
    sql`
      select e.account_id, e.campaign_id, e.link_id, sum(1 - e.machine) as clicks,
        count(distinct case when e.machine = 0 and not exists (
          select 1 from engagements o where o.recipient_id = e.recipient_id
            and o.link_id = e.link_id and o.kind = 'click' and o.machine = 0 and ${isKept}
        ) then e.recipient_id end) as unique_clicks, sum(e.machine) as machine_clicks
      from ${source} as e where e.kind = 'click' and e.link_id is not null
      group by e.account_id, e.campaign_id, e.link_id
    `,
  )

const addRepeats = (tx: Executor, source: RawBuilder<unknown>): Promise<void> =>
  add(
    tx,
    sql`
      select c.account_id, v.campaign_id, v.link_id,
        sum(case v.machine when 0 then v.count else 0 end) as clicks, 0 as unique_clicks,
        sum(case v.machine when 1 then v.count else 0 end) as machine_clicks
      from ${source} as v join campaigns c on c.id = v.campaign_id
      where v.kind = 'click' and v.link_id <> 0
      group by c.account_id, v.campaign_id, v.link_id
    `,
  )

/** Adds in the order of the key, so that two processes cannot deadlock. */
async function add(tx: Executor, totals: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into link_totals
      (account_id, campaign_id, link_id, clicks, unique_clicks, machine_clicks)
    select account_id, campaign_id, link_id, clicks, unique_clicks, machine_clicks
    from (${totals}) as t where true order by account_id, campaign_id, link_id
    on conflict (account_id, campaign_id, link_id) do update set
      clicks = link_totals.clicks + excluded.clicks,
      unique_clicks = link_totals.unique_clicks + excluded.unique_clicks,
      machine_clicks = link_totals.machine_clicks + excluded.machine_clicks
  `.execute(tx)
}
