import type { PropertyFilter } from '../../contract/shapes/property-filter.ts'
import { segmentOperators } from '../../contract/shapes/rules/field-rule.ts'
import { parseFieldRule } from './parse-field-rule.ts'
import type { ExpressionReader } from './reader.ts'
import type { Token } from './tokens.ts'
import type { ExpressionField, ExpressionProperty } from './words.ts'

/** The properties of the events with a name. */
export interface KnownProperties {
  event: string
  /** Absent on a server that does not list them. */
  known: readonly ExpressionProperty[] | undefined
}

/** Every event may have these. */
const columns = [
  { property: 'value', type: 'number' },
  { property: 'currency', type: 'text' },
].map((each) => ({ ...each, operators: segmentOperators }))

/** Reads filters on properties: `total >= 30, sku = A-1`. */
export function parseFilters(reader: ExpressionReader, context: KnownProperties): PropertyFilter[] {
  const filters = [parseFilter(reader, context)]
  while (reader.takeSymbol(',')) filters.push(parseFilter(reader, context))
  return filters
}

function parseFilter(reader: ExpressionReader, { event, known }: KnownProperties): PropertyFilter {
  const start = reader.peek()
  const found = [...(known ?? []), ...columns].find(({ property }) => property === start.value)
  if (!found && known && (start.kind === 'word' || start.kind === 'quoted')) {
    failUnknownProperty(reader, { event, known }, start)
  }
  // Without a known type, numbers are read as numbers, and everything else as text.
  const { type, operators } = found ?? { type: 'number', operators: segmentOperators }
  const rule = parseFieldRule(reader, [asField(start.value, type, operators)])
  if ('field' in rule) {
    const { field, ...rest } = rule
    return { property: field, ...rest }
  }
  // A date that is not a day would be a group of rules.
  return reader.fail('expression_operator', { choices: operators.join(', ') }, start)
}

/** The number of known properties that a failure shows. */
const maxNamed = 20

export function failUnknownProperty(
  reader: ExpressionReader,
  { event, known = [] }: KnownProperties,
  token: Token,
): never {
  const choices = known.slice(0, maxNamed).map(({ property }) => property)
  return reader.fail('expression_property', { event, choices: choices.join(', ') || '–' }, token)
}

const asField = (
  field: string,
  type: string,
  operators: ExpressionField['operators'],
): ExpressionField => ({
  ...{ field, name: field, kind: 'custom', operators },
  type: type === 'money' ? 'number' : type,
})
