import type { Executor } from '../database/dialect.ts'

/** How many came and went. */
export interface Figures {
  entered: number
  active: number
  completed: number
  failed: number
  goals: number
}

export const noFigures: Figures = { entered: 0, active: 0, completed: 0, failed: 0, goals: 0 }

/** The row whose node is empty counts runs, not steps. */
const runs = ''

/** Of the runs of each automation, all its versions together. */
export async function runFigures(
  db: Executor,
  automationIds: readonly number[],
): Promise<(automationId: number) => Figures> {
  if (automationIds.length === 0) return () => noFigures
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
    .where('automation_id', 'in', automationIds)
    .where('node', '=', runs)
    .groupBy('automation_id')
    .execute()
  const found = new Map(rows.map(({ automation_id, ...figures }) => [automation_id, figures]))
  return (id) => found.get(id) ?? noFigures
}

export interface NodeFigures {
  /** The newest version in which the node has figures. */
  version: number
  figures: Figures
}

/** Of each node, of one version or of all together; those of runs stand under the empty name. */
export async function nodeFigures(
  db: Executor,
  automationId: number,
  version: number | undefined,
): Promise<Map<string, NodeFigures>> {
  let tallies = db
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
    .where('automation_id', '=', automationId)
    .groupBy('node')
  if (version !== undefined) tallies = tallies.where('version', '=', version)
  const rows = await tallies.execute()
  return new Map(rows.map(({ node, newest, ...figures }) => [node, { version: newest, figures }]))
}
