import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { activityMeasures, domainMeasures, type Tally } from '../events/tally.ts'

export async function isAnyTally(db: Executor): Promise<boolean> {
  const rows = await db.selectFrom('tallies').select('id').limit(1).execute()
  return rows.length > 0
}

/** Takes some out: whoever else takes at the same time takes others. */
export async function takeTallies(tx: Executor, limit: number): Promise<Tally[]> {
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
    measure: measure as Tally['measure'], // written from one
    ...row,
  }))
}

/** A row of either rollup, with only what is added to it. */
export type Addition = { account_id: number } & Record<string, number | string>

export const addActivity = (tx: Executor, rows: readonly Addition[]): Promise<void> =>
  addTo(tx, rows, { table: 'activity', key: { slot: 'int' }, measures: activityMeasures })

export const addDomainActivity = (tx: Executor, rows: readonly Addition[]): Promise<void> =>
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

/** In the order of the key, so that two who add to the same rows do not wait for each other. */
async function addTo(
  tx: Executor,
  rows: readonly Addition[],
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
