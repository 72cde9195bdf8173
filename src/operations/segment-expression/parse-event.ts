import type { EventRule } from '../../contract/shapes/segment.ts'
import { numberValue, periodDays } from './parse-value.ts'
import type { ExpressionReader } from './reader.ts'
import { eventWords } from './words.ts'

type Part = Omit<Partial<EventRule>, 'event'>

/** Reads an event with its details in any order; undefined if no event comes next. */
export function parseEvent(reader: ExpressionReader): EventRule | undefined {
  const known = eventWords.find(([words]) => reader.takeWords(words))
  if (!known) return undefined
  const [, event] = known
  const name = reader.peek().kind === 'quoted' ? { name: reader.take().value } : {}
  let rule: EventRule = { event, ...name }
  for (;;) {
    const start = reader.peek()
    const part = parsePart(reader)
    if (!part) return rule
    const [key = ''] = Object.keys(part)
    if (key in rule) reader.fail('expression_twice', {}, start)
    rule = { ...rule, ...part }
  }
}

function parsePart(reader: ExpressionReader): Part | undefined {
  if (reader.takeWords('once')) return { count: { op: 'eq', n: 1 } }
  if (reader.takeWords('twice')) return { count: { op: 'eq', n: 2 } }
  if (reader.takeWords('at least')) return { count: { op: 'gte', n: times(reader) } }
  if (reader.takeWords('at most')) return { count: { op: 'lte', n: times(reader) } }
  if (reader.takeWords('exactly')) return { count: { op: 'eq', n: times(reader) } }
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
