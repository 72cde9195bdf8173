import { propertyTypes } from './custom-events.ts'
import type { Person, SegmentFixture } from './people.ts'
import { dayMs, now } from './times.ts'

type Comparison = { op: 'eq' | 'gte' | 'lte'; n: number }
interface Occurrence {
  within?: { days: number }
  before?: { days: number }
  between?: { from: string; to: string }
}

/** A rule about custom events or conversions. */
export interface CustomRule {
  event: 'custom' | 'conversion'
  name?: string
  properties?: { property: string; operator: string; value?: unknown }[]
  count?: Comparison
  sum?: Comparison & { property?: string; currency?: string }
  first?: Occurrence
  last?: Occurrence
  within?: { days: number }
  between?: { from: string; to: string }
  campaign_id?: number
  negate?: boolean
}

/** Evaluates a rule in memory, over the events of all contacts with the address. */
export function matchesCustomRule(
  fixture: SegmentFixture,
  person: Person,
  rule: CustomRule,
): boolean {
  const events = fixture.people
    .filter(({ email }) => email === person.email)
    .flatMap(({ custom }) => custom)
    .filter(({ name }) => rule.name === undefined || name === rule.name)
    .filter(({ campaign }) => rule.event === 'custom' || campaign !== null)
    .filter(
      ({ campaign }) =>
        rule.campaign_id === undefined ||
        (campaign !== null && fixture.campaignIds[campaign] === rule.campaign_id),
    )
    .filter(({ at }) => isIn(at, { within: rule.within, between: rule.between } as Occurrence))
    .map((event) => ({ ...event, all: { ...event, ...event.properties } as Values }))
    .filter(({ all, name }) => (rule.properties ?? []).every((each) => holds(all, name, each)))
  const times = events.map(({ at }) => at)
  const { count = { op: 'gte', n: 1 }, sum, first, last } = rule
  const isMet =
    compare(times.length, count) &&
    (!sum ||
      compare(
        sumOf(
          events.map(({ all }) => all),
          sum,
        ),
        sum,
      )) &&
    (!first || (times.length > 0 && isIn(Math.min(...times), first))) &&
    (!last || (times.length > 0 && isIn(Math.max(...times), last)))
  return isMet !== (rule.negate ?? false)
}

type Values = Record<string, unknown>

const compare = (value: number, { op, n }: Comparison): boolean => {
  const rounded = Math.round(value * 1000) / 1000
  if (op === 'eq') return rounded === n
  return op === 'gte' ? rounded >= n : rounded <= n
}

function isIn(at: number, { within, before, between }: Occurrence): boolean {
  if (within && at < now - within.days * dayMs) return false
  if (before && at >= now - before.days * dayMs) return false
  return !between || (at >= Date.parse(between.from) && at <= Date.parse(between.to))
}

/** All values at a path: `items[].sku` has those of all entries. */
function valuesAt(all: Values, path: string): unknown[] {
  const [list = '', key] = path.split('[]')
  const found = all[list]
  if (key === undefined) return [found]
  const entries = Array.isArray(found) ? found : []
  return key === '' ? entries : entries.map((entry) => entry[key.slice(1)])
}

function sumOf(events: Values[], { property = 'value', currency }: NonNullable<CustomRule['sum']>) {
  let sum = 0
  for (const all of events) {
    for (const value of valuesAt(all, property)) {
      const { amount, currency: own } =
        typeof value === 'object' && value !== null
          ? (value as { amount: number; currency: string })
          : {
              amount: Number(value ?? 0),
              currency: property === 'value' ? all.currency : undefined,
            }
      if ((own ?? undefined) === currency) sum += amount
    }
  }
  return sum
}

const fold = (value: unknown) => String(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function holds(
  all: Values,
  name: string,
  { property, operator, value }: { property: string; operator: string; value?: unknown },
): boolean {
  const types: Record<string, string> = propertyTypes[name as keyof typeof propertyTypes]
  const type = types[property]
  const values = valuesAt(all, property)
    .filter((each) => each !== null && each !== undefined)
    .map((each) => {
      if (type === 'money') return (each as { amount: number }).amount
      if (type === 'date') return Date.parse(String(each))
      return type === 'text' ? fold(each) : each
    })
  const expected = [value].flat().map((each) => (type === 'text' ? fold(each) : each))
  const some = (test: (each: never) => boolean) => (values as never[]).some(test)
  const from = (each: unknown) => Date.parse(String(each))
  const to = (each: unknown) => from(each) + (String(each).length === 10 ? dayMs - 1 : 0)
  const [one, other] = expected
  switch (operator) {
    case 'is_set':
      return values.length > 0
    case 'is_not_set':
      return values.length === 0
    case 'eq':
    case 'in':
      return values.some((each) => expected.includes(each))
    case 'neq':
    case 'not_in':
      return !values.some((each) => expected.includes(each))
    case 'contains':
      return some((each: string) => each.includes(String(one)))
    case 'not_contains':
      return !some((each: string) => each.includes(String(one)))
    case 'starts_with':
      return some((each: string) => each.startsWith(String(one)))
    case 'ends_with':
      return some((each: string) => each.endsWith(String(one)))
    case 'gt':
      return some((each: number) => each > Number(one))
    case 'gte':
      return some((each: number) => each >= Number(one))
    case 'lt':
      return some((each: number) => each < Number(one))
    case 'lte':
      return some((each: number) => each <= Number(one))
    case 'between':
      return type === 'date'
        ? some((each: number) => each >= from(one) && each <= to(other))
        : some((each: number) => each >= Number(one) && each <= Number(other))
    case 'before':
      return some((each: number) => each < from(one))
    case 'after':
      return some((each: number) => each > to(one))
    case 'within_days':
      return some((each: number) => isIn(each, { within: { days: Number(one) } }) && each <= now)
    default:
      throw new Error(`an operator that is not known here: ${operator}`)
  }
}
