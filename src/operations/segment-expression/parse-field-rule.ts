import type { FieldRule, SegmentOperator } from '../../contract/shapes/rules/field-rule.ts'
import type { Conditions } from '../../contract/shapes/segment.ts'
import { likelyWord, plainName } from '../../core/foreign-tags/likeness.ts'
import { periodDays, range, type ScalarValue, scalarValue, valueList } from './parse-value.ts'
import type { ExpressionReader } from './reader.ts'
import type { Token } from './tokens.ts'
import { type ExpressionField, fieldAliases, operatorSymbols, operatorWords } from './words.ts'

type Rule = Conditions['rules'][number]

/** Reads a field, an operator and its value. */
export function parseFieldRule(reader: ExpressionReader, fields: readonly ExpressionField[]): Rule {
  const token = reader.peek()
  if (token.kind === 'end') reader.fail('expression_condition')
  if (!['word', 'quoted', 'number', 'date', 'duration'].includes(token.kind)) {
    reader.fail('expression_condition')
  }
  reader.take()
  const field = findField(token.value, fields)
  if (!field) return refuseField(reader, token, fields)
  const place = reader.peek()
  const period = parsePeriod(reader, field)
  if (period) return period
  const operator = parseOperator(reader)
  if (operator === undefined) {
    return reader.fail('expression_operator', { choices: operatorsFor(field) })
  }
  return buildRule(reader, field, operator, place)
}

function findField(name: string, fields: readonly ExpressionField[]): ExpressionField | undefined {
  const wanted = fieldAliases.get(name.toLowerCase()) ?? name
  const plain = plainName(wanted)
  return (
    fields.find(({ field }) => field === name) ??
    fields.find(({ field }) => field === wanted) ??
    fields.find(
      ({ field, name: shown }) => plainName(field) === plain || plainName(shown) === plain,
    )
  )
}

function refuseField(
  reader: ExpressionReader,
  token: Token,
  fields: readonly ExpressionField[],
): never {
  const suggestion = likelyWord(token.value, [
    ...fields.flatMap(({ field, name }) => [field, name]),
    ...['opened', 'clicked', 'bounced'],
  ])
  return reader.fail('expression_field', suggestion === undefined ? {} : { suggestion }, token)
}

/** `in 30d` and `in next 30d` on a date. */
function parsePeriod(reader: ExpressionReader, { field, type }: ExpressionField): Rule | undefined {
  if (type !== 'date') return undefined
  if (!reader.takeWords('in') && !reader.takeWords('within')) return undefined
  const isAhead = reader.takeWords('the next') || reader.takeWords('next')
  const days = periodDays(reader)
  return { field, operator: 'within_days', value: isAhead ? -days : days }
}

function parseOperator(reader: ExpressionReader): SegmentOperator | undefined {
  const { kind, text } = reader.peek()
  if (kind === 'symbol') {
    const operator = operatorSymbols[text]
    if (operator) reader.take()
    return operator
  }
  const known = operatorWords.find(([words]) => reader.takeWords(words))
  if (known) return known[1]
  return reader.takeWords('in') ? 'in' : undefined
}

function buildRule(
  reader: ExpressionReader,
  field: ExpressionField,
  given: SegmentOperator,
  place: Token,
): Rule {
  const operator = operatorOn(field, given)
  if (field.type === 'date' && dateSpans[given]) return dateRule(reader, field, given)
  if (!field.operators.includes(operator)) {
    reader.fail('expression_operator', { choices: operatorsFor(field) }, place)
  }
  const value = parseValue(reader, operator, field)
  return { field: field.field, operator, ...(value !== undefined && { value }) }
}

function parseValue(
  reader: ExpressionReader,
  operator: SegmentOperator,
  { type }: ExpressionField,
): FieldRule['value'] {
  const isText = !['number', 'date', 'boolean'].includes(type)

  switch (operator) {
    case 'is_set':
    case 'is_not_set':
      return undefined
    case 'in':
    case 'not_in':
      return valueList(reader, { isText })
    case 'between':
      return range(reader)
    default:
      return scalarValue(reader, { isText })
  }
}

/** A field with several choices contains a value, and a date is before or after one. */
function operatorOn({ type }: ExpressionField, operator: SegmentOperator): SegmentOperator {
  if (type === 'multi' && operator === 'eq') return 'contains'
  if (type === 'multi' && operator === 'neq') return 'not_contains'
  if (type === 'date' && operator === 'lt') return 'before'
  if (type === 'date' && operator === 'gt') return 'after'
  return operator
}

/** The first and the last day that the API accepts. */
const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

/** The API compares dates by ranges, which include their ends. */
const dateSpans: Partial<Record<SegmentOperator, (day: ScalarValue) => ScalarValue[]>> = {
  eq: (day) => [day, day],
  neq: (day) => [day, day],
  gte: (day) => [day, lastDay],
  lte: (day) => [firstDay, day],
}

function dateRule(
  reader: ExpressionReader,
  { field }: ExpressionField,
  operator: SegmentOperator,
): Rule {
  const value = dateSpans[operator]?.(scalarValue(reader)) ?? []
  const rule = { field, operator: 'between', value } as const
  return operator === 'neq' ? { op: 'not', rules: [rule] } : rule
}

/** The operators of a field, as they are written. */
function operatorsFor({ type, operators }: ExpressionField): string {
  const words = [...Object.entries(operatorSymbols), ...operatorWords.map(([w, o]) => [w, o])]
  const known = words.filter(([, operator]) => operators.includes(operator as SegmentOperator))
  const own = known.map(([word]) => word)
  if (operators.includes('in')) own.push('in (…)')
  if (type === 'date') own.push('<', '>', '=', 'in 30d')
  return [...new Set(own)].join(', ')
}
