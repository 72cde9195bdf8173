import type { FieldRule } from '../../contract/shapes/rules/field-rule.ts'
import type { ExpressionReader } from './reader.ts'
import { reservedWords } from './words.ts'

export type ScalarValue = string | number | boolean

interface ValueOptions {
  /** Whether the value of a field is text: the `08001` of a postcode is not the number 8001. */
  isText?: boolean
}

/** Reads one value: a quoted text, a number, a date, true or false, or a word without quotes. */
export function scalarValue(
  reader: ExpressionReader,
  { isText: isTextField = false }: ValueOptions = {},
): ScalarValue {
  const { kind, value } = reader.peek()
  const word = value.toLowerCase()
  if (kind === 'number') return isTextField ? reader.take().value : numberValue(reader)
  if (kind === 'word' && (word === 'true' || word === 'false')) {
    reader.take()
    return word === 'true'
  }
  const isText = kind === 'quoted' || kind === 'date' || kind === 'duration'
  if (!isText && !(kind === 'word' && !reservedWords.has(word))) reader.fail('expression_value')
  reader.take()
  return value
}

export function numberValue(reader: ExpressionReader): number {
  if (reader.peek().kind !== 'number') reader.fail('expression_value')
  return Number(reader.take().value)
}

/** Reads values in parentheses. */
export function valueList(reader: ExpressionReader, options: ValueOptions = {}): ScalarValue[] {
  if (!reader.takeSymbol('(')) reader.fail('expression_token', { choices: '(' })
  const values = [scalarValue(reader, options)]
  while (reader.takeSymbol(',')) values.push(scalarValue(reader, options))
  if (!reader.takeSymbol(')')) reader.fail('expression_token', { choices: ', )' })
  return values
}

/** Reads the two ends of a range. */
export function range(reader: ExpressionReader): NonNullable<FieldRule['value']> {
  const from = scalarValue(reader)
  if (!reader.takeWords('and')) reader.fail('expression_token', { choices: 'and' })
  return [from, scalarValue(reader)]
}

const daysIn: ReadonlyMap<string, number> = new Map([
  ['d', 1],
  ['day', 1],
  ['days', 1],
  ['w', 7],
  ['week', 7],
  ['weeks', 7],
])

/** Reads a period, `30d`, `2w` or `the last 30 days`, and returns its days. */
export function periodDays(reader: ExpressionReader): number {
  reader.takeWords('the')
  reader.takeWords('last')
  const { kind, value } = reader.peek()
  if (kind === 'duration') {
    reader.take()
    return Number(value.slice(0, -1)) * (daysIn.get(value.slice(-1)) ?? 1)
  }
  if (kind !== 'number') reader.fail('expression_period')
  const count = numberValue(reader)
  const unit = daysIn.get(reader.peek().value.toLowerCase())
  if (unit === undefined) reader.fail('expression_period')
  reader.take()
  return count * unit
}
