import type { ReadDefinition } from '../../contract/automation-check.ts'
import type { AutomationNode } from '../../contract/shapes/automation-node.ts'
import type { Conditions } from '../../contract/shapes/segment.ts'
import type { Problem, ProblemCode, Values } from '../../core/failure.ts'
import type { Catalogue } from '../conditions/catalogue.ts'
import { ownCampaigns, selectCatalogue } from '../conditions/catalogue-store.ts'
import { readConditions } from '../conditions/read.ts'
import { rulesOf } from '../conditions/tree.ts'
import type { Executor } from '../database/dialect.ts'
import { readFieldValue } from '../lists/fields/field-values.ts'
import { isPublicUrl } from '../outbound.ts'
import { ownSegments, ownTemplates } from './references-store.ts'

/** Something of the account's that a definition names, and where. */
interface Named {
  place: string
  id: number | string
}

interface Surroundings {
  accountId: number
  /** Webhooks may go to the machines beside us. */
  allowsPrivate: boolean
}

/** Everything a definition names that the account does not have, by JSON Pointer. */
export async function referenceProblems(
  db: Executor,
  { accountId, allowsPrivate }: Surroundings,
  { trigger, nodes, settings }: ReadDefinition,
): Promise<Problem[]> {
  const everything = await selectCatalogue(db, accountId, null)
  const known: Known = {
    catalogue: everything,
    lists: new Set(everything.lists.map(({ id }) => id)),
    allowsPrivate,
  }
  const problems: Problem[] = []
  const wrong: Wrong = (field, code, values) => {
    problems.push({ field, code, ...(values && { values }) })
  }
  const campaigns: Named[] = []
  if (trigger && 'list_id' in trigger) {
    const listId = Number(trigger.list_id)
    if (!known.lists.has(listId)) wrong('/trigger/list_id', 'unknown_id')
    else known.catalogue = ofList(everything, listId)
    if (trigger.type === 'date_field') {
      checkDateField(known, trigger.field, '/trigger/field', wrong)
    }
  } else if (trigger && 'campaign_id' in trigger && trigger.campaign_id !== undefined) {
    campaigns.push({ place: '/trigger/campaign_id', id: trigger.campaign_id })
  }
  const templates: Named[] = []
  nodes.forEach((node, index) => {
    if (!node) return
    const place = `/nodes/${index}/config`
    checkNode(known, node, place, wrong)
    const asked = conditionsOf(node)
    if (asked) campaigns.push(...checkConditionsAt(known, asked, place, problems))
    if (node.type === 'send' && node.config.template_id !== undefined) {
      templates.push({ place: `${place}/template_id`, id: node.config.template_id })
    }
  })
  const segments: Named[] =
    settings?.exit_segment === undefined
      ? []
      : [{ place: '/settings/exit_segment', id: settings.exit_segment }]
  for (const [named, ownOf] of [
    [campaigns, ownCampaigns],
    [templates, ownTemplates],
    [segments, ownSegments],
  ] as const) {
    const own = await ownOf(db, accountId, [...new Set(named.map(({ id }) => Number(id)))])
    for (const { place, id } of named) if (!own.has(Number(id))) wrong(place, 'unknown_id')
  }
  return problems
}

interface Known {
  /** What contacts of the flow can be asked about: those of its list, where its trigger names one. */
  catalogue: Catalogue
  lists: ReadonlySet<number>
  allowsPrivate: boolean
}

type Wrong = (field: string, code: ProblemCode, values?: Values) => void

const ofList = ({ lists, fields }: Catalogue, listId: number): Catalogue => ({
  lists,
  fields: fields.filter((field) => field.listId === listId),
})

const fieldsNamed = ({ catalogue }: Known, name: string) =>
  catalogue.fields.filter(({ id, key }) => key === name || String(id) === name)

function checkDateField(known: Known, name: string, place: string, wrong: Wrong): void {
  const fields = fieldsNamed(known, name)
  if (fields.length === 0) wrong(place, 'unknown_field')
  else if (!fields.some(({ type }) => type === 'date')) wrong(place, 'wrong_type')
}

function checkNode(
  known: Known,
  { type, config }: AutomationNode,
  place: string,
  wrong: Wrong,
): void {
  switch (type) {
    case 'delay':
      if (config.until_field !== undefined) {
        checkDateField(known, config.until_field, `${place}/until_field`, wrong)
      }
      return
    case 'add_list':
    case 'remove_list':
      if (!known.lists.has(Number(config.list_id))) wrong(`${place}/list_id`, 'unknown_id')
      return
    case 'set_field': {
      const fields = fieldsNamed(known, config.field)
      const [read] = fields.map((field) => readFieldValue(field, config.value))
      if (!read) wrong(`${place}/field`, 'unknown_field')
      else if ('code' in read) wrong(`${place}/value`, read.code, read.values)
      return
    }
    case 'webhook':
      if (!known.allowsPrivate && !isPublicUrl(config.url)) wrong(`${place}/url`, 'not_public')
  }
}

const conditionsOf = (node: AutomationNode): Conditions | undefined =>
  node.type === 'condition' || node.type === 'goal' ? node.config?.conditions : undefined

/** The campaigns that the rules name are looked up with all the others. */
function checkConditionsAt(
  { catalogue }: Known,
  conditions: Conditions,
  place: string,
  found: Problem[],
): Named[] {
  const { test, problems } = readConditions(conditions, catalogue)
  found.push(...problems.map((problem) => ({ ...problem, field: place + problem.field })))
  return rulesOf(test).flatMap((rule) =>
    rule.kind === 'event' && rule.campaignId !== undefined
      ? [{ place: `${place}/conditions${rule.pointer}/campaign_id`, id: rule.campaignId }]
      : [],
  )
}
