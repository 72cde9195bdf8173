import type { AutomationNode } from '../../../../contract/shapes/flows/automation-node.ts'
import { selectMatchingContacts } from './conditions.ts'
import { selectOccurred } from './event-conditions.ts'
import type { Occurrence } from './occurrences-store.ts'
import {
  type ActiveRun,
  endRun,
  type GoalValue,
  type Outcome,
  type StepContext,
} from './outcome.ts'

type GoalConfig = NonNullable<Extract<AutomationNode, { type: 'goal' }>['config']>

/** Returns the runs that reach a goal from any node, with the end of each. */
export async function selectAtGoal(
  context: StepContext,
  { id: node, config = {} }: { id: string; config?: GoalConfig | undefined },
  runs: readonly ActiveRun[],
): Promise<ReadonlyMap<number, Outcome>> {
  const { conditions, did } = config
  if (!conditions && !did) return new Map()
  let reaching = runs.filter((run) => run.node !== node)
  if (conditions) {
    const contacts = await selectMatchingContacts(context, conditions, reaching)
    reaching = reaching.filter(({ contact_id }) => contacts.has(contact_id))
  }
  const values = await goalValuesOf(context, config, reaching)
  if (did) reaching = reaching.filter(({ id }) => values.has(id))
  return new Map(reaching.map(({ id }) => [id, { ...endAtGoal(values.get(id)), node }]))
}

/** Ends a run at the goal, with the value of the goal if there is one. */
export const endAtGoal = (value: GoalValue | undefined) => ({
  ...endRun('goal'),
  ...(value && { value }),
})

/** Returns the values of the events that reach a goal, by run. */
export async function goalValuesOf(
  context: StepContext,
  { did, value: property }: GoalConfig,
  runs: readonly ActiveRun[],
): Promise<ReadonlyMap<number, GoalValue>> {
  if (!did) return new Map()
  const occurred = await selectOccurred(context, did, runs)
  return new Map([...occurred].map(([run, event]) => [run, goalValueOf(event, property)]))
}

/** A property is a number in the currency of the event, or money with its own. */
function goalValueOf(
  { value, currency, properties }: Occurrence,
  property: string | undefined,
): GoalValue {
  const found = property === undefined ? value : properties[property]
  if (typeof found === 'number') return { value: found, currency: currency ?? '' }
  if (typeof found === 'object' && found !== null && 'amount' in found) {
    return { value: Number(found.amount), currency: String(found.currency) }
  }
  return { value: 0, currency: currency ?? '' }
}
