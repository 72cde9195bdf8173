import type { EventRule } from '../../contract/shapes/segment.ts'
import { failUnknownProperty, type KnownProperties, parseFilters } from './parse-filters.ts'
import { numberValue, periodDays } from './parse-value.ts'
import type { ExpressionReader } from './reader.ts'
import { countWords, type ExpressionField, eventWords } from './words.ts'

type Part = Omit<Partial<EventRule>, 'event'>

/** Reads an event with its details in any order; undefined if no event comes next. */
export function parseEvent(
  reader: ExpressionReader,
  fields: readonly ExpressionField[],
): EventRule | undefined {
  const known = eventWords.find(([words]) => reader.takeWords(words))
  if (!known) return undefined
  const [, event] = known
  const isCustom = event === 'custom' || event === 'conversion'
  const events = isCustom ? fields.filter(({ field }) => field === 'custom') : []
  const name = parseName(reader, events)
  let rule: EventRule = { event, ...(name !== undefined && { name }) }
  for (;;) {
    const start = reader.peek()
    const part = isCustom
      ? (parseCustomPart(reader, events, name) ?? parsePart(reader))
      : parsePart(reader)
    if (!part) return rule
    const [key = ''] = Object.keys(part)
    if (key in rule) reader.fail('expression_twice', {}, start)
    rule = { ...rule, ...part }
  }
}

/** The number of known names that a failure shows. */
const maxNamed = 20

/** The name is checked if the server lists the names of custom events. */
function parseName(
  reader: ExpressionReader,
  events: readonly ExpressionField[],
): string | undefined {
  const token = reader.peek()
  if (token.kind !== 'quoted') return undefined
  const { value } = reader.take()
  if (events.length > 0 && !events.some(({ name }) => name === value)) {
    const choices = events.slice(0, maxNamed).map(({ name }) => name)
    reader.fail('expression_event', { choices: choices.join(', ') }, { ...token, text: value })
  }
  return value
}

/** Reads what only custom events and conversions have. */
function parseCustomPart(
  reader: ExpressionReader,
  events: readonly ExpressionField[],
  event = '',
): Part | undefined {
  const known = events.find(({ name }) => name === event)?.properties
  if (reader.takeWords('with')) return { properties: parseFilters(reader, { event, known }) }
  if (reader.takeWords('total')) return { sum: parseSum(reader, { event, known }) }
  if (reader.takeWords('first')) return { first: parseOccurrence(reader) }
  if (reader.takeWords('last')) return { last: parseOccurrence(reader) }
  return undefined
}

/** `total of price at least 100 EUR` */
function parseSum(
  reader: ExpressionReader,
  properties: KnownProperties,
): NonNullable<EventRule['sum']> {
  const summed = reader.takeWords('of') ? parseSummed(reader, properties) : undefined
  const op = comparisons.find((each) => reader.takeWords(countWords[each]))
  if (!op) return reader.fail('expression_token', { choices: Object.values(countWords).join(', ') })
  const n = numberValue(reader)
  const { kind, value } = reader.peek()
  const isCurrency = kind === 'word' && /^[A-Z]{3}$/.test(value) && summed?.type !== 'number'
  if (isCurrency) reader.take()
  else if (summed?.type === 'money') reader.fail('expression_currency')
  return {
    ...(summed && { property: summed.property }),
    ...(isCurrency && { currency: value }),
    op,
    n,
  }
}

/** Reads the property of a sum. Its type is undefined if the server lists none, or may have a currency. */
function parseSummed(
  reader: ExpressionReader,
  { event, known }: KnownProperties,
): { property: string; type?: string } {
  const token = reader.peek()
  const { kind, value: property } = token
  if (kind !== 'quoted' && kind !== 'word') reader.fail('expression_value')
  reader.take()
  const found = known?.find((each) => each.property === property)
  // Every event may have a value.
  if (!known || (!found && property === 'value')) return { property }
  if (!found) return failUnknownProperty(reader, { event, known }, token)
  const { type } = found
  if (type !== 'number' && type !== 'money') reader.fail('expression_sum', {}, token)
  return { property, type }
}

const comparisons = ['eq', 'gte', 'lte'] as const

/** When the first or the last event happened: `in 30d`, `before 30d` or `between … and …`. */
function parseOccurrence(reader: ExpressionReader): NonNullable<EventRule['first']> {
  if (reader.takeWords('before')) return { before: { days: periodDays(reader) } }
  const period = parsePeriod(reader)
  return period ?? reader.fail('expression_token', { choices: 'in, before, between' })
}

function parsePart(reader: ExpressionReader): Part | undefined {
  if (reader.takeWords('once')) return { count: { op: 'eq', n: 1 } }
  if (reader.takeWords('twice')) return { count: { op: 'eq', n: 2 } }
  const op = comparisons.find((each) => reader.takeWords(countWords[each]))
  if (op) return { count: { op, n: times(reader) } }
  if (reader.takeWords('in campaign') || reader.takeWords('campaign')) {
    const { kind, value } = reader.peek()
    if (kind !== 'number' && kind !== 'quoted' && kind !== 'word') reader.fail('expression_value')
    reader.take()
    return { campaign_id: kind === 'number' ? Number(value) : value }
  }
  if (reader.takeWords('link')) {
    if (reader.peek().kind !== 'quoted') reader.fail('expression_value')
    return { link: reader.take().value }
  }
  return parsePeriod(reader)
}

function parsePeriod(reader: ExpressionReader): Pick<EventRule, 'within' | 'between'> | undefined {
  if (reader.takeWords('in') || reader.takeWords('within')) {
    return { within: { days: periodDays(reader) } }
  }
  if (!reader.takeWords('between')) return undefined
  const from = instant(reader, 'T00:00:00Z')
  if (!reader.takeWords('and')) reader.fail('expression_token', { choices: 'and' })
  return { between: { from, to: instant(reader, 'T23:59:59.999Z') } }
}

function times(reader: ExpressionReader): number {
  const token = reader.peek()
  const n = numberValue(reader)
  if (!Number.isInteger(n) || n < 0) reader.fail('expression_value', {}, token)
  if (!reader.takeWords('times')) reader.takeWords('time')
  return n
}

/** A day becomes the time at which it begins or ends, in UTC. */
function instant(reader: ExpressionReader, timeOfDay: string): string {
  const { kind, value } = reader.peek()
  if (kind !== 'date') reader.fail('expression_date')
  reader.take()
  return value.length === 10 ? value + timeOfDay : value
}
