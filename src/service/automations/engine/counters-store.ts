import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'

/** A change of the counters of a node, or of runs if the name is empty. */
export interface NodeCounterDelta {
  version: number
  node: string
  entered?: number
  active?: number
  completed?: number
  failed?: number
  goals?: number
}

/** The automation that is counted. */
interface Counted {
  id: number
  accountId: number
}

/**
 * Sums the deltas by node first, and orders them the same way in all workers to prevent deadlocks.
 */
export async function addCounters(
  tx: Executor,
  { accountId, id }: Counted,
  deltas: readonly NodeCounterDelta[],
): Promise<void> {
  const sums = new Map<string, Required<NodeCounterDelta>>()
  for (const { version, node, ...counts } of deltas) {
    const key = `${version} ${node}`
    const sum = sums.get(key) ?? { version, node, ...none }
    sums.set(key, sum)
    for (const name of names) sum[name] += counts[name] ?? 0
  }
  if (sums.size === 0) return
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
  const { records, onConflict } = dialectOf(tx)
  const source = records(rows, {
    version: 'int',
    node: 'text',
    entered: 'int',
    active: 'int',
    completed: 'int',
    failed: 'int',
    goals: 'int',
  })
  const added = sql.join(
    names.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`),
  )
  await sql`
    insert into automation_tallies as t
      (account_id, automation_id, version, node, entered, active, completed, failed, goals)
    select ${accountId}, ${id}, version, node, entered, active, completed, failed, goals
    from ${source} as r where true
    ${onConflict('automation_tallies_pkey', ['automation_id', 'version', 'node'])}
    do update set ${added}
  `.execute(tx)
}

interface ReachedGoal {
  version: number
  value: number
  currency: string
}

/** Adds the values of reached goals. */
export async function addGoals(
  tx: Executor,
  { accountId, id }: Counted,
  goals: readonly ReachedGoal[],
): Promise<void> {
  if (goals.length === 0) return
  const source = dialectOf(tx).records(goals, { version: 'int', value: 'real', currency: 'text' })
  await sql`
    insert into automation_goals as t (account_id, automation_id, version, currency, count, value)
    select ${accountId}, ${id}, version, currency, count(*), sum(value) from ${source} as r where true
    group by version, currency order by version, currency
    on conflict (account_id, automation_id, version, currency) do update
      set count = t.count + excluded.count, value = t.value + excluded.value
  `.execute(tx)
}

const none = { entered: 0, active: 0, completed: 0, failed: 0, goals: 0 }
const names = ['entered', 'active', 'completed', 'failed', 'goals'] as const
