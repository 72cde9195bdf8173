import { sql } from 'kysely'
import { activityMeasures, type CounterDelta, domainMeasures } from '../database/counter-delta.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

export async function hasCounterDeltas(db: Executor): Promise<boolean> {
  const rows = await db.selectFrom('tallies').select('id').limit(1).execute()
  return rows.length > 0
}

/** Deletes and returns some counter deltas. Concurrent workers get different ones. */
export async function takeCounterDeltas(tx: Executor, limit: number): Promise<CounterDelta[]> {
  const { skipLocked } = dialectOf(tx)
  const rows = await tx
    .deleteFrom('tallies')
    .where('id', 'in', (query) =>
      skipLocked(query.selectFrom('tallies').select('id').orderBy('id').limit(limit)),
    )
    .returning(['account_id', 'measure', 'at', 'domain', 'count'])
    .execute()
  return rows.map(({ account_id, measure, ...row }) => ({
    accountId: account_id,
    measure: measure as CounterDelta['measure'], // written from this type
    ...row,
  }))
}

/** A row to add to a rollup table. */
export type RollupRow = { account_id: number } & Record<string, number | string>

export const addActivity = (tx: Executor, rows: readonly RollupRow[]): Promise<void> =>
  addTo(tx, rows, { table: 'activity', key: { slot: 'int' }, measures: activityMeasures })

export const addDomainActivity = (tx: Executor, rows: readonly RollupRow[]): Promise<void> =>
  addTo(tx, rows, {
    table: 'domain_activity',
    key: { days: 'int', day: 'int', domain: 'text' },
    measures: domainMeasures,
  })

interface Rollup {
  table: string
  key: Record<string, 'int' | 'text'>
  measures: readonly string[]
}

/** Rows are in key order, so that concurrent transactions cannot deadlock. */
async function addTo(
  tx: Executor,
  rows: readonly RollupRow[],
  { table, key, measures }: Rollup,
): Promise<void> {
  if (rows.length === 0) return
  const keys = { account_id: 'int', ...key } as const
  const source = dialectOf(tx).records(rows, {
    ...keys,
    ...Object.fromEntries(measures.map((name) => [name, 'int' as const])),
  })
  const names = (of: readonly string[]) => sql.join(of.map((name) => sql.ref(name)))
  const columns = names([...Object.keys(keys), ...measures])
  const sums = measures.map(
    (name) =>
      sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  )
  await sql`
    insert into ${sql.table(table)} (${columns}) select ${columns} from ${source} as r
    where true order by ${names(Object.keys(keys))}
    on conflict (${names(Object.keys(keys))}) do update set ${sql.join(sums)}
  `.execute(tx)
}
