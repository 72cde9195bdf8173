import {
  cities,
  dayMs,
  domains,
  links,
  names,
  now,
  type Person,
  type World,
} from './segment-world.ts'

/**
 * What conditions mean, said a second time and plainly: over one person in memory, straight from the
 * JSON, with nothing of the service.
 */
export function isIn(world: World, person: Person, conditions: Group): boolean {
  const holds = (rule: Rule): boolean => {
    if ('rules' in rule) return isIn(world, person, rule)
    return 'event' in rule ? happened(world, person, rule) : holdsField(world, person, rule)
  }
  const results = conditions.rules.map(holds)
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
export type Rule = Group | FieldRule | EventRule

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const dates = [
  'created_at',
  'confirmed_at',
  'unsubscribed_at',
  'last_open_at',
  'last_click_at',
  'alta',
]
/** Compared without case and accents; choices and tags are compared as they are. */
const folded = ['email', 'domain', 'nombre', 'source', 'ciudad', 'web']

/** What a person holds, all of it: nothing, one value or several. */
function heldBy(world: World, person: Person, field: string): (string | number | boolean)[] {
  const all = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(
      (each) => each !== null && each !== undefined && each !== '',
    )
  if (field === 'domain') return [person.email.slice(person.email.indexOf('@') + 1)]
  if (field === 'lists') {
    return world.people
      .filter(({ email }) => email === person.email)
      .map(({ list }) => String(world.listIds[list]))
  }
  if (field === 'last_open_at' || field === 'last_click_at') {
    const event = field === 'last_open_at' ? 'open' : 'click'
    const times = person.happened
      .filter((each) => each.event === event && !each.machine)
      .map(({ at }) => at)
    return times.length === 0 ? [] : [Math.max(...times)]
  }
  if (field === 'alta') return all(person.values.alta).map((seconds) => Number(seconds) * 1000)
  if (field in person.values) return all(person.values[field])
  return all(person[field as keyof Person])
}

function holdsField(world: World, person: Person, { field, operator, value }: FieldRule): boolean {
  const held = heldBy(world, person, field)
  const fold = (each: unknown) => (folded.includes(field) ? plain(String(each)) : String(each))
  const texts = held.map(fold)
  const numbers = held.map(Number)
  const many = (Array.isArray(value) ? value : [value]).map(fold)
  const has = () => texts.some((text) => many.includes(text))
  const contains = () =>
    field === 'tags' || field === 'lists' || field === 'temas'
      ? has()
      : texts.some((text) => text.includes(fold(value)))
  const isDate = dates.includes(field)
  switch (operator) {
    case 'is_set':
      return held.length > 0
    case 'is_not_set':
      return held.length === 0
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
      return texts.some((text) => text.startsWith(fold(value)))
    case 'ends_with':
      return texts.some((text) => text.endsWith(fold(value)))
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

/** The first and the last millisecond of a day, a moment or a Unix second. */
const startOf = (value: unknown): number =>
  typeof value === 'number' ? value * 1000 : Date.parse(String(value))
const endOf = (value: unknown): number => {
  if (typeof value === 'number') return value * 1000 + 999
  return startOf(value) + (String(value).includes('T') ? 0 : dayMs - 1)
}

function happened(world: World, person: Person, rule: EventRule): boolean {
  const { event, count = { op: 'gte', n: 1 }, within, between, campaign_id, link, negate } = rule
  const times = person.happened.filter(
    (each) =>
      each.event === event &&
      (event === 'sent' ? !each.failed : event === 'bounce' || !each.machine) &&
      (within === undefined || each.at >= now - within.days * dayMs) &&
      (between === undefined ||
        (each.at >= Date.parse(between.from) && each.at <= Date.parse(between.to))) &&
      (campaign_id === undefined || world.campaignIds[each.campaign] === campaign_id) &&
      (link === undefined || (each.link !== null && (links[each.link] ?? '').startsWith(link))),
  ).length
  const { op, n } = count
  const isSo = op === 'eq' ? times === n : op === 'gte' ? times >= n : times <= n
  return isSo !== (negate ?? false)
}

/** What rules are drawn from: values that some people hold, parts of them, and values that nobody holds. */
export const textsOf: Record<string, readonly string[]> = {
  email: ['ana', 'ANA@example.com', '@example', 'a_b', '%'],
  domain: [...domains, 'example', 'EXAMPLE.COM'],
  nombre: [...names.filter((name) => name !== ''), 'an', '%', 'łu'],
  source: ['api', 'API', 'imp'],
  ciudad: [...cities, 'lu', 'á', '%', '_', '\\', "'", 'coruna', 'Madrid'],
  web: ['https://example.com', 'HTTP', '?x=', 'org'],
}
