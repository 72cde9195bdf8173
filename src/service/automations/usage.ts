import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import type { AutomationNode } from '../../contract/shapes/flows/automation-node.ts'
import type { FieldRule } from '../../contract/shapes/rules/field-rule.ts'
import { fieldRulesOf } from '../conditions/rules.ts'
import type { Executor } from '../database/dialect.ts'
import { keepRows } from '../database/row-locks.ts'
import type { FindListUsage } from '../lists/delete.ts'
import type { FindFieldUsage } from '../lists/fields/delete.ts'
import type { FindSegmentUsage } from '../segments/delete.ts'
import { selectLiveDefinitions } from './store.ts'

/**
 * Returns the name of a live automation that uses the list in its trigger, a node or a condition.
 */
export const automationOfList: FindListUsage = (db, { accountId, listId }) =>
  findUsage(db, accountId, (definition) => listsIn(definition).includes(listId))

/**
 * Keeps the lists and the segment that a definition names from being deleted until the transaction
 * ends. Whether all of them exist is checked afterwards, by `readDefinition`.
 */
export async function keepUsed(
  tx: Executor,
  accountId: number,
  definition: AutomationDefinition,
): Promise<void> {
  const { exit_segment: segment } = definition.settings
  await keepRows(tx, 'lists', accountId, listsIn(definition))
  await keepRows(tx, 'segments', accountId, segment === undefined ? [] : [Number(segment)])
}

/** Returns the name of one that reads or writes the field. */
export const automationOfField: FindFieldUsage = (db, { accountId, listId }, { id, key }) =>
  findUsage(db, accountId, (definition) => {
    const list = listOf(definition)
    if (list !== undefined && list !== listId) return false
    return fieldsOf(definition).some((name) => name === key || name === String(id))
  })

/** Returns the name of one that uses the segment as its exit. */
export const automationOfSegment: FindSegmentUsage = (db, { accountId, segmentId }) =>
  findUsage(
    db,
    accountId,
    ({ settings }) =>
      settings.exit_segment !== undefined && Number(settings.exit_segment) === segmentId,
  )

async function findUsage(
  db: Executor,
  accountId: number,
  isUsedIn: (definition: AutomationDefinition) => boolean,
): Promise<string | undefined> {
  const live = await selectLiveDefinitions(db, accountId)
  return live.find(({ definition }) => isUsedIn(JSON.parse(definition)))?.name
}

const listOf = ({ trigger }: AutomationDefinition): number | undefined =>
  'list_id' in trigger ? Number(trigger.list_id) : undefined

/** Returns the lists in the trigger, the nodes and the conditions. */
const listsIn = (definition: AutomationDefinition): number[] => [
  ...[listOf(definition) ?? []].flat(),
  ...definition.nodes.filter(isListNode).map(({ config }) => Number(config.list_id)),
  ...rulesOf(definition)
    .filter(({ field }) => field === 'lists')
    .flatMap(({ value }) => [value].flat().map(Number)),
]

type ListNode = Extract<AutomationNode, { type: 'add_list' | 'remove_list' }>

const isListNode = (node: AutomationNode): node is ListNode =>
  node.type === 'add_list' || node.type === 'remove_list'

const rulesOf = ({ nodes }: AutomationDefinition): FieldRule[] =>
  nodes.flatMap((node) => {
    const hasConditions = node.type === 'condition' || node.type === 'goal'
    const conditions = hasConditions ? node.config?.conditions : undefined
    return conditions ? fieldRulesOf(conditions) : []
  })

const fieldsOf = (definition: AutomationDefinition): string[] => [
  ...rulesOf(definition).map(({ field }) => field),
  ...definition.nodes.flatMap(({ type, config }) => {
    if (type === 'set_field') return [config.field]
    return type === 'delay' && config.until_field !== undefined ? [config.until_field] : []
  }),
  ...(definition.trigger.type === 'date_field' ? [definition.trigger.field] : []),
]
