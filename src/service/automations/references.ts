import type { ReadDefinition } from '../../contract/automation-check.ts'
import type { AutomationNode } from '../../contract/shapes/flows/automation-node.ts'
import { type Conditions, maxRules } from '../../contract/shapes/segment.ts'
import type { Problem, Values } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import type { Catalogue } from '../conditions/catalogue.ts'
import { selectCatalogue, selectOwnedCampaignIds } from '../conditions/catalogue-store.ts'
import { type EventCatalogue, readEventCatalogue } from '../conditions/event-catalogue.ts'
import { eventNamesIn, readConditions } from '../conditions/read.ts'
import { rulesOf } from '../conditions/tree.ts'
import type { Executor } from '../database/dialect.ts'
import { readFieldValue } from '../lists/fields/field-values.ts'
import { isPublicUrl } from '../outbound.ts'
import { eventProblems } from './event-references.ts'
import { selectOwnSegments, selectOwnTemplates } from './references-store.ts'

/** An id in a definition, and the JSON Pointer to it. */
interface Reference {
  pointer: string
  id: number | string
}

interface ReferenceContext {
  accountId: number
  /** Allows webhooks to private addresses. */
  allowsPrivate: boolean
}

/**
 * Returns a problem for each reference in a definition to something that the account does not have.
 */
export async function referenceProblems(
  db: Executor,
  { accountId, allowsPrivate }: ReferenceContext,
  { trigger, nodes, settings }: ReadDefinition,
): Promise<Problem[]> {
  const catalogue = await selectCatalogue(db, accountId, null)
  const names = nodes.flatMap((node) => eventNamesIn(node && conditionsOf(node)))
  const known: KnownReferences = {
    accountId,
    catalogue,
    events: await readEventCatalogue(db, accountId, [...new Set(names)].slice(0, maxRules)),
    lists: new Set(catalogue.lists.map(({ id }) => id)),
    allowsPrivate,
  }
  const problems: Problem[] = []
  const addProblem: AddProblem = (field, code, values) => {
    problems.push({ field, code, ...(values && { values }) })
  }
  const campaigns: Reference[] = []
  if (trigger && 'list_id' in trigger) {
    const listId = Number(trigger.list_id)
    if (!known.lists.has(listId)) addProblem('/trigger/list_id', 'unknown_id')
    else known.catalogue = ofList(catalogue, listId)
    if (trigger.type === 'date_field') {
      checkDateField(known, trigger.field, '/trigger/field', addProblem)
    }
  } else if (trigger && 'campaign_id' in trigger && trigger.campaign_id !== undefined) {
    campaigns.push({ pointer: '/trigger/campaign_id', id: trigger.campaign_id })
  }
  const templates: Reference[] = []
  nodes.forEach((node, index) => {
    if (!node) return
    const pointer = `/nodes/${index}/config`
    checkNode(known, node, pointer, addProblem)
    const conditions = conditionsOf(node)
    if (conditions) campaigns.push(...checkConditionsAt(known, conditions, pointer, problems))
    if (node.type === 'send' && node.config.template_id !== undefined) {
      templates.push({ pointer: `${pointer}/template_id`, id: node.config.template_id })
    }
  })
  const segments: Reference[] =
    settings?.exit_segment === undefined
      ? []
      : [{ pointer: '/settings/exit_segment', id: settings.exit_segment }]
  for (const [references, selectOwn] of [
    [campaigns, selectOwnedCampaignIds],
    [templates, selectOwnTemplates],
    [segments, selectOwnSegments],
  ] as const) {
    const ownIds = await selectOwn(db, accountId, [
      ...new Set(references.map(({ id }) => Number(id))),
    ])
    for (const { pointer, id } of references)
      if (!ownIds.has(Number(id))) addProblem(pointer, 'unknown_id')
  }
  return [...problems, ...(await eventProblems(db, accountId, { trigger, nodes, settings }))]
}

interface KnownReferences {
  accountId: number
  /** What conditions may refer to: the fields of the trigger's list, if the trigger names one. */
  catalogue: Catalogue
  events: EventCatalogue
  lists: ReadonlySet<number>
  allowsPrivate: boolean
}

type AddProblem = (field: string, code: ProblemCode, values?: Values) => void

const ofList = ({ lists, fields }: Catalogue, listId: number): Catalogue => ({
  lists,
  fields: fields.filter((field) => field.listId === listId),
})

const fieldsBy = ({ catalogue }: KnownReferences, name: string) =>
  catalogue.fields.filter(({ id, key }) => key === name || String(id) === name)

function checkDateField(
  known: KnownReferences,
  name: string,
  pointer: string,
  addProblem: AddProblem,
): void {
  const fields = fieldsBy(known, name)
  if (fields.length === 0) addProblem(pointer, 'unknown_field')
  else if (!fields.some(({ type }) => type === 'date')) addProblem(pointer, 'wrong_type')
}

function checkNode(
  known: KnownReferences,
  { type, config }: AutomationNode,
  pointer: string,
  addProblem: AddProblem,
): void {
  switch (type) {
    case 'delay':
      if (config.until_field !== undefined) {
        checkDateField(known, config.until_field, `${pointer}/until_field`, addProblem)
      }
      return
    case 'add_list':
    case 'remove_list':
      if (!known.lists.has(Number(config.list_id))) addProblem(`${pointer}/list_id`, 'unknown_id')
      return
    case 'set_field': {
      const fields = fieldsBy(known, config.field)
      const [read] = fields.map((field) => readFieldValue(field, config.value))
      if (!read) addProblem(`${pointer}/field`, 'unknown_field')
      else if ('code' in read) addProblem(`${pointer}/value`, read.code, read.values)
      return
    }
    case 'webhook':
      if (!known.allowsPrivate && !isPublicUrl(config.url))
        addProblem(`${pointer}/url`, 'not_public')
  }
}

const conditionsOf = (node: AutomationNode): Conditions | undefined =>
  node.type === 'condition' || node.type === 'goal' ? node.config?.conditions : undefined

/** Returns the campaigns in the rules. They are looked up together with all others. */
function checkConditionsAt(
  known: KnownReferences,
  conditions: Conditions,
  pointer: string,
  allProblems: Problem[],
): Reference[] {
  const { test, problems } = readConditions(conditions, known)
  allProblems.push(...problems.map((problem) => ({ ...problem, field: pointer + problem.field })))
  return rulesOf(test).flatMap((rule) =>
    'campaignId' in rule && rule.campaignId !== undefined
      ? [{ pointer: `${pointer}/conditions${rule.pointer}/campaign_id`, id: rule.campaignId }]
      : [],
  )
}
