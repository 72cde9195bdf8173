import { type CustomRule, matchesCustomRule } from './custom-evaluator.ts'
import { cities, domains, links, names, type Person, type SegmentFixture } from './people.ts'
import { dayMs, now } from './times.ts'

/**
 * A second, simple implementation of conditions. It evaluates the JSON for one person in memory and
 * shares no code with the service.
 */
export function matchesConditions(
  fixture: SegmentFixture,
  person: Person,
  conditions: Group,
): boolean {
  const matches = (rule: Rule): boolean => {
    if ('rules' in rule) return matchesConditions(fixture, person, rule)
    if ('event' in rule && (rule.event === 'custom' || rule.event === 'conversion')) {
      return matchesCustomRule(fixture, person, rule)
    }
    return 'event' in rule
      ? matchesEvent(fixture, person, rule as EventRule)
      : matchesField(fixture, person, rule)
  }
  const results = conditions.rules.map(matches)
  if (conditions.op === 'and') return results.every(Boolean)
  return results.some(Boolean) === (conditions.op === 'or')
}

export interface Group {
  op: 'and' | 'or' | 'not'
  rules: Rule[]
}
export interface FieldRule {
  field: string
  operator: string
  value?: unknown
}
export interface EventRule {
  event: 'open' | 'click' | 'sent' | 'bounce'
  count?: { op: 'eq' | 'gte' | 'lte'; n: number }
  within?: { days: number }
  between?: { from: string; to: string }
  campaign_id?: number
  link?: string
  negate?: boolean
}
export type Rule = Group | FieldRule | EventRule | CustomRule

const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const dateFields = [
  'created_at',
  'confirmed_at',
  'unsubscribed_at',
  'last_open_at',
  'last_click_at',
  'alta',
]
/** Fields compared without case and accents. Options and tags are compared exactly. */
const caseInsensitiveFields = ['email', 'domain', 'nombre', 'source', 'ciudad', 'web']

/** Returns all values of a field: none, one or several. */
function valuesOf(
  fixture: SegmentFixture,
  person: Person,
  field: string,
): (string | number | boolean)[] {
  const all = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(
      (each) => each !== null && each !== undefined && each !== '',
    )
  if (field === 'domain') return [person.email.slice(person.email.indexOf('@') + 1)]
  if (field === 'lists') {
    return fixture.people
      .filter(({ email }) => email === person.email)
      .map(({ list }) => String(fixture.listIds[list]))
  }
  if (field === 'last_open_at' || field === 'last_click_at') {
    const event = field === 'last_open_at' ? 'open' : 'click'
    const times = person.events
      .filter((each) => each.event === event && !each.machine)
      .map(({ at }) => at)
    return times.length === 0 ? [] : [Math.max(...times)]
  }
  if (field === 'alta') return all(person.values.alta).map((seconds) => Number(seconds) * 1000)
  if (field in person.values) return all(person.values[field])
  return all(person[field as keyof Person])
}

function matchesField(
  fixture: SegmentFixture,
  person: Person,
  { field, operator, value }: FieldRule,
): boolean {
  const values = valuesOf(fixture, person, field)
  const normalize = (each: unknown) =>
    caseInsensitiveFields.includes(field) ? foldText(String(each)) : String(each)
  const texts = values.map(normalize)
  const numbers = values.map(Number)
  const expected = (Array.isArray(value) ? value : [value]).map(normalize)
  const has = () => texts.some((text) => expected.includes(text))
  const contains = () =>
    field === 'tags' || field === 'lists' || field === 'temas'
      ? has()
      : texts.some((text) => text.includes(normalize(value)))
  const isDate = dateFields.includes(field)
  switch (operator) {
    case 'is_set':
      return values.length > 0
    case 'is_not_set':
      return values.length === 0
    case 'eq':
    case 'in':
      return field === 'edad' ? numbers.some((n) => [value].flat().map(Number).includes(n)) : has()
    case 'neq':
    case 'not_in':
      return field === 'edad'
        ? !numbers.some((n) => [value].flat().map(Number).includes(n))
        : !has()
    case 'contains':
      return contains()
    case 'not_contains':
      return !contains()
    case 'starts_with':
      return texts.some((text) => text.startsWith(normalize(value)))
    case 'ends_with':
      return texts.some((text) => text.endsWith(normalize(value)))
    case 'gt':
      return numbers.some((n) => n > Number(value))
    case 'gte':
      return numbers.some((n) => n >= Number(value))
    case 'lt':
      return numbers.some((n) => n < Number(value))
    case 'lte':
      return numbers.some((n) => n <= Number(value))
    case 'before':
      return numbers.some((n) => n < startOf(value))
    case 'after':
      return numbers.some((n) => n > endOf(value))
    case 'between': {
      const [from, to] = value as [unknown, unknown]
      return isDate
        ? numbers.some((n) => n >= startOf(from) && n <= endOf(to))
        : numbers.some((n) => n >= Number(from) && n <= Number(to))
    }
    case 'within_days': {
      const days = Number(value)
      const [from, to] = days > 0 ? [now - days * dayMs, now] : [now, now - days * dayMs]
      return numbers.some((n) => n >= from && n <= to)
    }
    default:
      throw new Error(`an operator that is not known here: ${operator}`)
  }
}

/** Returns the first millisecond of a day, a time or a Unix second; `endOf` returns the last. */
const startOf = (value: unknown): number =>
  typeof value === 'number' ? value * 1000 : Date.parse(String(value))
const endOf = (value: unknown): number => {
  if (typeof value === 'number') return value * 1000 + 999
  return startOf(value) + (String(value).includes('T') ? 0 : dayMs - 1)
}

function matchesEvent(fixture: SegmentFixture, person: Person, rule: EventRule): boolean {
  const { event, count = { op: 'gte', n: 1 }, within, between, campaign_id, link, negate } = rule
  const times = person.events.filter(
    (each) =>
      each.event === event &&
      (event === 'sent' ? !each.failed : event === 'bounce' || !each.machine) &&
      (within === undefined || each.at >= now - within.days * dayMs) &&
      (between === undefined ||
        (each.at >= Date.parse(between.from) && each.at <= Date.parse(between.to))) &&
      (campaign_id === undefined || fixture.campaignIds[each.campaign] === campaign_id) &&
      (link === undefined || (each.link !== null && (links[each.link] ?? '').startsWith(link))),
  ).length
  const { op, n } = count
  const isCountMet = op === 'eq' ? times === n : op === 'gte' ? times >= n : times <= n
  return isCountMet !== (negate ?? false)
}

/** Values for generated rules: some match a person exactly, some in part and some not. */
export const textsOf: Record<string, readonly string[]> = {
  email: ['ana', 'ANA@example.com', '@example', 'a_b', '%'],
  domain: [...domains, 'example', 'EXAMPLE.COM'],
  nombre: [...names.filter((name) => name !== ''), 'an', '%', 'łu'],
  source: ['api', 'API', 'imp'],
  ciudad: [...cities, 'lu', 'á', '%', '_', '\\', "'", 'coruna', 'Madrid'],
  web: ['https://example.com', 'HTTP', '?x=', 'org'],
}
