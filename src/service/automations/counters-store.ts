import type { Executor } from '../database/dialect.ts'
import type { AutomationKey } from './store.ts'

/** Counts of runs or of the visits of a node. */
export interface Counters {
  entered: number
  active: number
  completed: number
  failed: number
  goals: number
}

export const zeroCounters: Counters = { entered: 0, active: 0, completed: 0, failed: 0, goals: 0 }

/** The row with an empty node counts runs, not steps. */
const runs = ''

/** Returns the counters of each automation's runs, over all versions. */
export async function selectRunCounters(
  db: Executor,
  accountId: number,
  automationIds: readonly number[],
): Promise<(automationId: number) => Counters> {
  if (automationIds.length === 0) return () => zeroCounters
  const rows = await db
    .selectFrom('automation_tallies')
    .select(({ fn }) => [
      'automation_id',
      fn.sum<number>('entered').as('entered'),
      fn.sum<number>('active').as('active'),
      fn.sum<number>('completed').as('completed'),
      fn.sum<number>('failed').as('failed'),
      fn.sum<number>('goals').as('goals'),
    ])
    .where('account_id', '=', accountId)
    .where('automation_id', 'in', automationIds)
    .where('node', '=', runs)
    .groupBy('automation_id')
    .execute()
  const found = new Map(rows.map(({ automation_id, ...counters }) => [automation_id, counters]))
  return (id) => found.get(id) ?? zeroCounters
}

export interface NodeCounters {
  /** The newest version in which the node has counters. */
  version: number
  counters: Counters
}

/** Returns the counters of each node, of one version or of all. The empty name stands for runs. */
export async function selectNodeCounters(
  db: Executor,
  { accountId, automationId }: AutomationKey,
  version: number | undefined,
): Promise<Map<string, NodeCounters>> {
  let query = db
    .selectFrom('automation_tallies')
    .select(({ fn }) => [
      'node',
      fn.max<number>('version').as('newest'),
      fn.sum<number>('entered').as('entered'),
      fn.sum<number>('active').as('active'),
      fn.sum<number>('completed').as('completed'),
      fn.sum<number>('failed').as('failed'),
      fn.sum<number>('goals').as('goals'),
    ])
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .groupBy('node')
  if (version !== undefined) query = query.where('version', '=', version)
  const rows = await query.execute()
  return new Map(rows.map(({ node, newest, ...counters }) => [node, { version: newest, counters }]))
}

/** Returns the values of reached goals for each currency, of one version or of all. */
export async function selectGoalValues(
  db: Executor,
  { accountId, automationId }: { accountId: number; automationId: number },
  version: number | undefined,
): Promise<{ currency: string | null; count: number; value: number }[]> {
  let query = db
    .selectFrom('automation_goals')
    .select(({ fn }) => [
      'currency',
      fn.sum<number>('count').as('count'),
      fn.sum<number>('value').as('value'),
    ])
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .groupBy('currency')
    .orderBy('currency')
  if (version !== undefined) query = query.where('version', '=', version)
  const rows = await query.execute()
  return rows.map(({ currency, count, value }) => ({
    currency: currency === '' ? null : currency,
    count: Number(count),
    value: Number(value),
  }))
}
