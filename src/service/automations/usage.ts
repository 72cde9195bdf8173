import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import type { AutomationNode } from '../../contract/shapes/automation-node.ts'
import type { FieldRule } from '../../contract/shapes/segment.ts'
import { fieldRulesOf } from '../conditions/rules.ts'
import type { Executor } from '../database/dialect.ts'
import type { UserOfList } from '../lists/delete.ts'
import type { UserOfField } from '../lists/fields/delete.ts'
import type { UserOfSegment } from '../segments/delete.ts'
import { selectLiveDefinitions } from './store.ts'

/** The name of an automation under way that lets people of the list in, moves them, or asks who is on it. */
export const automationOfList: UserOfList = (db, { accountId, listId }) =>
  findUser(db, accountId, (definition) => {
    const asked = rulesOf(definition).filter(({ field }) => field === 'lists')
    return (
      listOf(definition) === listId ||
      definition.nodes.some((node) => isMoving(node) && Number(node.config.list_id) === listId) ||
      asked.some(({ value }) => [value].flat().map(String).includes(String(listId)))
    )
  })

/** The name of one that reads or writes the field. */
export const automationOfField: UserOfField = (db, { accountId, listId }, { id, key }) =>
  findUser(db, accountId, (definition) => {
    const list = listOf(definition)
    if (list !== undefined && list !== listId) return false
    return fieldsOf(definition).some((name) => name === key || name === String(id))
  })

/** The name of one that people of the segment leave. */
export const automationOfSegment: UserOfSegment = (db, { accountId, segmentId }) =>
  findUser(
    db,
    accountId,
    ({ settings }) =>
      settings.exit_segment !== undefined && Number(settings.exit_segment) === segmentId,
  )

async function findUser(
  db: Executor,
  accountId: number,
  isUser: (definition: AutomationDefinition) => boolean,
): Promise<string | undefined> {
  const live = await selectLiveDefinitions(db, accountId)
  return live.find(({ definition }) => isUser(JSON.parse(definition)))?.name
}

const listOf = ({ trigger }: AutomationDefinition): number | undefined =>
  'list_id' in trigger ? Number(trigger.list_id) : undefined

type Moving = Extract<AutomationNode, { type: 'add_list' | 'remove_list' }>

const isMoving = (node: AutomationNode): node is Moving =>
  node.type === 'add_list' || node.type === 'remove_list'

const rulesOf = ({ nodes }: AutomationDefinition): FieldRule[] =>
  nodes.flatMap((node) => {
    const asks = node.type === 'condition' || node.type === 'goal'
    const conditions = asks ? node.config?.conditions : undefined
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
