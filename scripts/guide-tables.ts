import * as z from 'zod'
import { branchesOf } from '../src/contract/automation-graph.ts'
import { allScopes } from '../src/contract/scopes.ts'
import { operatorsOf } from '../src/contract/segment-fields.ts'
import { campaignInput } from '../src/contract/shapes/campaign.ts'
import { conversionInput } from '../src/contract/shapes/campaign-recipients.ts'
import { automationNode, trigger } from '../src/contract/shapes/flows/automation-node.ts'
import type { SegmentOperator } from '../src/contract/shapes/rules/field-rule.ts'
import { templateInput } from '../src/contract/shapes/template.ts'
import { builtInTags } from '../src/core/foreign-tags/names.ts'
import type { Language } from '../src/core/language.ts'
import { endpoints as endpointsEn } from '../src/messages/en/endpoints.ts'
import { guideMessages as guidesEn } from '../src/messages/en/guides.ts'
import {
  conditionMessages as conditionsEn,
  segmentFields as segmentFieldsEn,
} from '../src/messages/en/segments.ts'
import { fieldMessage } from '../src/messages/endpoints.ts'
import { endpoints as endpointsEs } from '../src/messages/es/endpoints.ts'
import { guideMessages as guidesEs } from '../src/messages/es/guides.ts'
import {
  conditionMessages as conditionsEs,
  segmentFields as segmentFieldsEs,
} from '../src/messages/es/segments.ts'
import {
  eventWords,
  operatorSymbols,
  operatorWords,
} from '../src/operations/segment-expression/words.ts'
import { contactFields, recordedEvents } from '../src/service/conditions/catalogue.ts'
import { TAGS } from '../src/service/mail/liquid.ts'
import { offered } from '../src/service/mail/liquid-filters.ts'

const messages = {
  en: { ...guidesEn, endpoints: endpointsEn, conditions: conditionsEn, fields: segmentFieldsEn },
  es: { ...guidesEs, endpoints: endpointsEs, conditions: conditionsEs, fields: segmentFieldsEs },
}
type Words = (typeof messages)['en']

/** Returns the tables of the guides by name, from the data that the program validates with. */
export function guideTables(language: Language): Readonly<Record<string, string>> {
  const words = messages[language]
  return {
    operators: operatorTable(words),
    'contact-fields': contactFieldTable(words),
    events: eventTable(words),
    tags: tagTable(words),
    filters: listed(Object.keys(offered)),
    'liquid-tags': listed(TAGS.filter((tag) => /^\w+$/.test(tag))),
    'ab-test': abTestTable(words),
    variants: memberTable(words, abVariant, 'campaigns'),
    template: memberTable(words, schemaOf(templateInput), 'templates'),
    conversion: memberTable(words, schemaOf(conversionInput), 'campaigns', words.conversion),
    nodes: nodeTable(words),
    triggers: triggerTable(words),
    scopes: scopeTable(words),
  }
}

function operatorTable({ headers, operator: special, conditions }: Words): string {
  const operators = Object.keys(conditions.operators) as SegmentOperator[]
  const rows = operators.map((operator) => {
    const types = Object.entries(operatorsOf).filter(([, known]) => known.includes(operator))
    return [
      code(operator),
      writtenAs(operator, special),
      conditions.operators[operator].replace(/:$/, ''),
      types.map(([type]) => type).join(', '),
    ]
  })
  return table([headers.operator, headers.where, headers.meaning, headers.types], rows)
}

function writtenAs(operator: SegmentOperator, special: Words['operator']): string {
  if (operator === 'within_days') return special.inPeriod
  const symbols = Object.entries(operatorSymbols).filter(([, each]) => each === operator)
  const words = operatorWords.filter(([, each]) => each === operator)
  const all = [...symbols, ...words].map(([written]) => code(written))
  if (operator === 'in') all.push(special.inList)
  return all.length === 0 ? special.noWord : all.join(', ')
}

function contactFieldTable({ headers, fields, any }: Words): string {
  const names: Record<string, string> = fields
  const rows = Object.entries(contactFields).map(([field, { type, values }]) => [
    code(field),
    names[field] ?? '',
    type,
    values.length === 0 ? any : values.map(code).join(', '),
  ])
  return table([headers.field, headers.name, headers.type, headers.values], rows)
}

function eventTable({ headers, fields }: Words): string {
  const rows = recordedEvents.map((event) => {
    const words = eventWords.filter(([, each]) => each === event).map(([word]) => code(word))
    return [code(event), words.join(', '), fields[event]]
  })
  return table([headers.event, headers.where, headers.meaning], rows)
}

function tagTable({ headers, tags }: Words): string {
  const meanings: Record<string, string> = tags
  const rows = builtInTags.map(({ key }) => [code(`{{ ${key} }}`), sentence(meanings[key], key)])
  return table([headers.tag, headers.meaning], rows)
}

const { properties: abTest = {}, required: abRequired } = schemaOf(
  campaignInput.shape.ab_test.unwrap(),
)
const abVariant = abTest.variants?.items ?? {}

function abTestTable({ headers, types, abTest: meanings, yes }: Words): string {
  const rows = Object.entries(abTest).map(([name, schema]) => [
    code(name),
    valuesOf(schema, types),
    abRequired?.includes(name) ? yes : '',
    sentence((meanings as Record<string, string>)[name], name),
  ])
  return table([headers.field, headers.values, headers.required, headers.meaning], rows)
}

function memberTable(
  { headers, types, endpoints, yes }: Words,
  { properties = {}, required = [] }: Schema,
  noun: string,
  ownMeanings: Readonly<Record<string, string>> = {},
): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    valuesOf(schema, types),
    required.includes(name) ? yes : '',
    sentence(ownMeanings[name] ?? fieldMessage(endpoints, noun, name), name),
  ])
  return table([headers.field, headers.values, headers.required, headers.meaning], rows)
}

function nodeTable({ headers, types, one, none, onePerShare }: Words): string {
  const rows = schemaOf(automationNode).oneOf?.map(({ properties = {} }) => {
    const type = String(properties.type?.const)
    const node = { id: 'node', type, config: { shares: {} } } as never // enough for its branches
    const branches = branchesOf(node).map((branch) => (branch === undefined ? one : code(branch)))
    const shown = type === 'split' ? onePerShare : branches.join(', ') || none
    return [code(type), membersIn(properties.config, types) || '–', shown]
  })
  return table([headers.type, headers.config, headers.branches], rows ?? [])
}

function triggerTable({ headers, types }: Words): string {
  const rows = schemaOf(trigger).oneOf?.map((schema) => {
    const { type, ...properties } = schema.properties ?? {}
    return [code(String(type?.const)), membersIn({ ...schema, properties }, types)]
  })
  return table([headers.type, headers.fields], rows ?? [])
}

function scopeTable({ headers }: Words): string {
  const modules = [...new Set(allScopes.map((scope) => scope.split(':')[0] ?? ''))]
  const rows = modules.map((module) => {
    const scopes = allScopes.filter((scope) => scope.startsWith(`${module}:`))
    return [module, scopes.map(code).join(', ')]
  })
  return table([headers.module, headers.scopes], rows)
}

const membersIn = (schema: Schema | undefined, types: Words['types']): string =>
  Object.entries(schema?.properties ?? {})
    .map(([name, each]) => {
      const mark = schema?.required?.includes(name) ? '*' : ''
      return `${code(name)}${mark} (${valuesOf(each, types)})`
    })
    .join(', ')

/** The part of a JSON Schema that the tables show. */
interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input' }) as Schema // the keywords that zod writes
}

function valuesOf({ anyOf, ...schema }: Schema, types: Words['types']): string {
  if (anyOf) return isId(anyOf) ? types.id : valuesOf(anyOf[0] ?? {}, types)
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  const { type = 'object', minimum, maximum, minItems, maxItems } = schema
  if (type === 'array') return `${types.list} (${minItems ?? 0}–${maxItems ?? '…'})`
  const isRange = minimum !== undefined && maximum !== undefined
  if (type === 'integer' && isRange) return `${minimum} … ${maximum}`
  return types[type as keyof Words['types']]
}

/** An ID is a number or its digits. */
const isId = ([first, second]: readonly Schema[]): boolean =>
  first?.type === 'integer' && second?.type === 'string'

function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headers, headers.map(() => '---'), ...rows]
  return all
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

const listed = (names: readonly string[]): string => [...names].sort().map(code).join(', ')

const code = (text: string): string => `\`${text}\``

function sentence(text: string | undefined, name: string): string {
  if (text === undefined) throw new Error(`no description of ${name}`)
  return text
}
