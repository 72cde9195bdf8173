import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { type PartitionedKeys, partitionTable } from './steps/partition.ts'

/** The keys of the partitioned tables. `id` alone finds rows for programs of the version before. */
export const partitionedKeys: readonly PartitionedKeys[] = [
  {
    table: 'events',
    timeColumn: 'created_at',
    primaryKey: ['account_id', 'id', 'created_at'],
    lookups: [['id'], ['seq']],
  },
  {
    table: 'engagements',
    timeColumn: 'at',
    primaryKey: ['account_id', 'id', 'at'],
    lookups: [['id']],
  },
  {
    table: 'repeat_visits',
    timeColumn: 'slot',
    primaryKey: ['campaign_id', 'recipient_id', 'kind', 'machine', 'link_id', 'slot'],
    lookups: [],
  },
  {
    table: 'delivery_attempts',
    timeColumn: 'at',
    primaryKey: ['account_id', 'delivery_id', 'attempt', 'at'],
    lookups: [['delivery_id', 'attempt']],
  },
]

/**
 * Splits records by month on PostgreSQL, so that they are dropped by age. Totals outlive their
 * records: deleting visits no longer changes the figures of a campaign, and totals of links get a
 * table of their own.
 */
export const partitions = ({ name, ddl: { int, end }, now }: Dialect): Migration => ({
  async up(db) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run(`create table link_totals (
      account_id ${int} not null, campaign_id ${int} not null, link_id ${int} not null,
      clicks ${int} not null, unique_clicks ${int} not null, machine_clicks ${int} not null,
      primary key (account_id, campaign_id, link_id)
    ) ${end}`)
    await run(`create index link_totals_campaign on link_totals (campaign_id, link_id)`)
    for (const table of ['engagements', 'repeat_visits']) {
      const of = name === 'postgres' ? ` on ${table}` : ''
      await run(`drop trigger if exists ${table}_counted_out${of}`)
      if (name === 'postgres') await run(`drop function if exists count_${table}_out()`)
    }
    await run(
      `alter table delivery_attempts add column ${
        name === 'postgres' ? 'if not exists ' : ''
      }account_id ${int} not null default 0`,
    )
    if (name === 'sqlite') return
    const { rows } = await sql<{ now: number }>`select ${now} as now`.execute(db)
    for (const keys of partitionedKeys) await partitionTable(db, keys, rows[0]?.now ?? 0)
  },
})
