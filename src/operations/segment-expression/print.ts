import type { PropertyFilter } from '../../contract/shapes/property-filter.ts'
import type { FieldRule } from '../../contract/shapes/rules/field-rule.ts'
import type { Conditions, EventRule } from '../../contract/shapes/segment.ts'
import { negated } from './parse.ts'
import { tokensOf } from './tokens.ts'
import {
  countWords,
  type EventName,
  eventWords,
  operatorSymbols,
  operatorWords,
  reservedWords,
} from './words.ts'

type Rule = Conditions['rules'][number]

/** Writes conditions as an expression, which `parseExpression` reads again. */
export const printExpression = (conditions: Conditions): string =>
  printRule(normalized(conditions), 'or')

/**
 * Returns conditions in the form that an expression has: without groups of one rule, and with a
 * negated rule instead of a group of which it is not true.
 */
export function normalized(rule: Rule): Rule {
  if (!('rules' in rule)) return 'event' in rule ? withoutEmptyNegation(rule) : rule
  const rules = rule.rules.map(normalized)
  const [only] = rules
  if (rules.length > 1 || !only) return { op: rule.op, rules }
  return rule.op === 'not' ? negated(only) : only
}

const withoutEmptyNegation = ({ negate, ...rule }: EventRule): EventRule =>
  negate ? { ...rule, negate } : rule

/** From loose to tight. A group within a tighter one needs parentheses. */
const bindings = ['or', 'and', 'not'] as const
type Binding = (typeof bindings)[number]

function printRule(rule: Rule, outer: Binding): string {
  if ('event' in rule) return printEvent(rule)
  if ('field' in rule) return printField(rule)
  const { op, rules } = rule
  if (op === 'not') {
    const inner: Rule = rules.length > 1 ? { op: 'or', rules } : (rules[0] ?? rule)
    const text = 'rules' in inner ? `(${printRule(inner, 'or')})` : printRule(inner, 'not')
    return `not ${text}`
  }
  const text = rules.map((each) => printPart(each, op)).join(` ${op} `)
  return bindings.indexOf(op) < bindings.indexOf(outer) ? `(${text})` : text
}

/** A group in a group of the same kind keeps its parentheses, so that it stays a group. */
const printPart = (rule: Rule, op: Binding): string => {
  const text = printRule(rule, op)
  return 'rules' in rule && rule.op === op ? `(${text})` : text
}

function printField({ field, operator, value }: FieldRule): string {
  const name = printName(field)
  switch (operator) {
    case 'is_set':
    case 'is_not_set':
      return `${name} ${wordsFor(operator)}`
    case 'in':
    case 'not_in':
      return `${name} ${operator === 'in' ? 'in' : 'not in'} (${listOf(value).map(printValue).join(', ')})`
    case 'between':
      return `${name} between ${listOf(value).map(printValue).join(' and ')}`
    case 'within_days': {
      const days = Number(value)
      return days < 0 ? `${name} in next ${-days}d` : `${name} in ${days}d`
    }
    default:
      return `${name} ${wordsFor(operator)} ${listOf(value).map(printValue).join(', ')}`
  }
}

const symbolOf = Object.fromEntries(
  Object.entries(operatorSymbols)
    .reverse()
    .map(([symbol, operator]) => [operator, symbol]),
)

const wordsFor = (operator: FieldRule['operator']): string =>
  symbolOf[operator] ?? operatorWords.find(([, meant]) => meant === operator)?.[0] ?? operator

const listOf = (value: FieldRule['value']): readonly (string | number | boolean)[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

function printValue(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  return /^\d{4}-\d\d-\d\d/.test(value) && isOneToken(value, 'date') ? value : quoted(value)
}

/** A name needs quotes if it is no plain word, or a word with a meaning. */
function printName(name: string): string {
  const first = name.toLowerCase()
  const isWord =
    isOneToken(name, 'word') &&
    !reservedWords.has(first) &&
    !eventWords.some(([words]) => words.split(' ')[0] === first)
  return isWord ? name : quoted(name)
}

function isOneToken(text: string, kind: 'word' | 'date'): boolean {
  if (!/^[\p{L}\p{M}\p{N}_.@+:-]+$/u.test(text)) return false
  const [first] = tokensOf(text)
  return first?.kind === kind && first.text === text
}

const printEvent = ({ event, name, count, negate, ...rule }: EventRule): string =>
  [
    negate && 'not',
    wordOf(event),
    name !== undefined && quoted(name),
    count && printCount(count),
    rule.properties && `with ${rule.properties.map(printFilter).join(', ')}`,
    rule.sum && printSum(rule.sum),
    rule.first && `first ${printPeriod(rule.first)}`,
    rule.last && `last ${printPeriod(rule.last)}`,
    rule.within && printPeriod({ within: rule.within }),
    rule.between && printPeriod({ between: rule.between }),
    rule.campaign_id !== undefined && `in campaign ${printCampaign(rule.campaign_id)}`,
    rule.link !== undefined && `link ${quoted(rule.link)}`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')

const wordOf = (event: EventName): string =>
  eventWords.find(([, known]) => known === event)?.[0] ?? event

const printFilter = ({ property, ...rule }: PropertyFilter): string =>
  printField({ field: property, ...rule })

const printSum = ({ property, currency, op, n }: NonNullable<EventRule['sum']>): string =>
  ['total', property !== undefined && `of ${quoted(property)}`, countWords[op], String(n), currency]
    .filter((part) => typeof part === 'string')
    .join(' ')

function printPeriod({ within, before, between }: NonNullable<EventRule['first']>): string {
  if (between) return `between ${between.from} and ${between.to}`
  return before ? `before ${before.days}d` : `in ${within?.days}d`
}

const printCount = ({ op, n }: NonNullable<EventRule['count']>): string =>
  `${countWords[op]} ${n} times`

const printCampaign = (id: string | number): string =>
  typeof id === 'number' ? String(id) : quoted(id)
