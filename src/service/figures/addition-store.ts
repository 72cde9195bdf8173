import { type RawBuilder, sql } from 'kysely'
import { hourMs } from '../../core/time.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** What a figure of a campaign changes by: see `CampaignCountRow`. */
export interface FigureChange {
  account_id: number
  campaign_id: number
  measure: string
  key?: string
  at?: number
  count: number
  amount?: number
}

export const hourOf = (at: number): number => at - (at % hourMs)

/**
 * Adds to the figures of campaigns, in the transaction of the rows that they are counted from. Counting a
 * million messages takes a second, and figures are viewed while a campaign is being sent.
 */
export async function addFigures(tx: Executor, changes: readonly FigureChange[]): Promise<void> {
  await addingChanges(tx, changes)?.execute(tx)
}

/** The statement that adds changes; undefined if they add nothing. */
export function addingChanges(
  db: Executor,
  changes: readonly FigureChange[],
): RawBuilder<object> | undefined {
  const sums = sumChanges(changes)
  if (sums.length === 0) return undefined
  const source = dialectOf(db).inlineRecords(sums, {
    ...{ account_id: 'int', campaign_id: 'int', measure: 'text', key: 'text', at: 'int' },
    ...{ count: 'int', amount: 'real' },
  })
  const [before, after] = dialectOf(db).isInOrder ? rowByRow : inOrder
  return sql`${before}${source}${after}`
}

function sumChanges(changes: readonly FigureChange[]): FigureChange[] {
  const sums = new Map<string, Required<FigureChange>>()
  for (const { key = '', at = 0, amount = 0, ...change } of changes) {
    const name = `${change.campaign_id} ${change.measure} ${at} ${key}`
    const sum = sums.get(name)
    if (sum) {
      sum.count += change.count
      sum.amount += amount
    } else sums.set(name, { ...change, key, at, amount })
  }
  return [...sums.entries()]
    .filter(([, { count, amount }]) => count !== 0 || amount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum)
}

/**
 * The statement that adds the rows of a query to the figures. On PostgreSQL, each connection adds to rows
 * of its own, so that no writer waits for another, and a worker adds them up.
 */
export const addingFigures = (db: Executor, changes: RawBuilder<unknown>): RawBuilder<object> => {
  const [before, after] = dialectOf(db).isInOrder ? rowByRow : summed
  return sql`${before}(${changes})${after}`
}

const insertion =
  'insert into campaign_counts (account_id, campaign_id, measure, key, at, slot, count, amount)'

const addition = `on conflict (campaign_id, measure, key, at, slot) do update set
  account_id = excluded.account_id, count = campaign_counts.count + excluded.count,
  amount = campaign_counts.amount + excluded.amount`

/** SQLite adds several rows to the same figure faster than it sums them before. */
const rowByRow = [
  sql.raw(`${insertion} select account_id, campaign_id, measure, key, at, 0, count, amount from `),
  sql.raw(` as changes where true ${addition}`),
] as const

/** The same on PostgreSQL, of changes that are summed and in order: planning a sort costs more than the rows. */
const inOrder = [
  sql.raw(`${insertion}
    select account_id, campaign_id, measure, key, at, pg_backend_pid(), count, amount from `),
  sql.raw(` as changes ${addition}`),
] as const

/** PostgreSQL adds to a row once. In order, so that two statements on the same rows cannot deadlock. */
const summed = [
  sql.raw(`${insertion}
    select max(account_id), campaign_id, measure, key, at, pg_backend_pid(), sum(count), sum(amount)
    from `),
  sql.raw(` as changes group by campaign_id, measure, key, at
    having sum(count) <> 0 or sum(amount) <> 0 order by campaign_id, measure, key, at ${addition}`),
] as const
