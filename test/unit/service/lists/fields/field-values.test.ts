import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FieldType, fieldTypes } from '../../../../../src/contract/shapes/field.ts'
import {
  type Field,
  fieldsByName,
  findMissingField,
  readFieldValue,
  readFieldValues,
  showFieldValue,
} from '../../../../../src/service/lists/fields/field-values.ts'

const options = ['S', 'M', 'L, long']
const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  id: 7,
  key: 'talla',
  name: 'Talla',
  type,
  options: ['dropdown', 'radio', 'multi'].includes(type) ? options : [],
  internal: false,
  required: false,
  default: null,
  ...more,
})

const shown = (type: FieldType, value: Parameters<typeof readFieldValue>[1]) => {
  const read = readFieldValue(field(type), value)
  return 'parts' in read ? showFieldValue(type, read.parts) : read.code
}

test('numbers are finite, and dates are whole seconds, not milliseconds', () => {
  expect(shown('number', '12.50')).toBe('12.5')
  expect(shown('number', Number.POSITIVE_INFINITY)).toBe('bad_number')
  expect(shown('number', '0x10')).toBe('bad_number')
  expect(shown('number', true)).toBe('bad_number')
  expect(shown('date', '1767225600')).toBe('1767225600')
  expect(shown('date', -86_400)).toBe('-86400')
  expect(shown('date', 1_767_225_600_000)).toBe('bad_date')
  expect(shown('date', '2026-01-01')).toBe('bad_date')
  expect(shown('date', 1.5)).toBe('bad_date')
})

test('every choice must be one of the options', () => {
  expect(shown('dropdown', 'M')).toBe('M')
  expect(shown('radio', 'm')).toBe('not_a_choice')
  expect(shown('multi', ['M', 'S', 'M'])).toBe('M, S')
  expect(shown('multi', 'L, long')).toBe('"L, long"')
  expect(shown('multi', ['M', 'XL'])).toBe('not_a_choice')
  expect(shown('multi', ' , ')).toBe('not_a_choice')
})

test('a boolean is accepted in every spelling, a URL only with http or https', () => {
  expect([true, 1, 'true', '1'].map((value) => shown('boolean', value))).toEqual(
    Array(4).fill('true'),
  )
  expect(shown('boolean', '0')).toBe('false')
  expect(shown('boolean', 'maybe')).toBe('not_a_choice')
  expect(shown('url', 'https://example.org/a')).toBe('https://example.org/a')
  expect(shown('url', 'javascript:alert(1)')).toBe('bad_url')
})

test('null and empty text empty a field of every type', () => {
  for (const type of fieldTypes)
    expect([type, shown(type, null), shown(type, '')]).toEqual([type, '', ''])
})

test('a formatted value is parsed back to the same value, for every type', () => {
  const values = {
    text: fc.string({ minLength: 1 }),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }),
    date: fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
    boolean: fc.boolean(),
    dropdown: fc.constantFrom(...options),
    radio: fc.constantFrom(...options),
    multi: fc.uniqueArray(fc.constantFrom('S', 'M'), { minLength: 1 }),
    url: fc.webUrl(),
  }
  for (const type of fieldTypes) {
    fc.assert(
      fc.property(values[type], (value) => {
        const once = shown(type, value)
        expect(shown(type, once)).toBe(once)
      }),
    )
  }
})

test('fields are named by id or key, and the last value wins if both are given', () => {
  const byName = fieldsByName([field('text')])
  const { writes } = readFieldValues(byName, { 7: 'a', talla: 'b' }, { strict: true })
  expect(writes.map(({ parts }) => parts[0]?.text)).toEqual(['b'])
})

test('an unknown field is refused, or ignored if not strict', () => {
  const byName = fieldsByName([field('text')])
  expect(readFieldValues(byName, { color: 'x' }, { strict: true }).problems).toEqual([
    { field: 'customFields.color', code: 'unknown_field' },
  ])
  expect(readFieldValues(byName, { color: 'x' }, { strict: false }).problems).toEqual([])
})

test('a required field cannot be emptied, and is missing without a value or a default', () => {
  const required = field('text', { required: true })
  expect(readFieldValues(fieldsByName([required]), { 7: '' }, { strict: true }).problems).toEqual([
    { field: 'customFields.7', code: 'required' },
  ])
  expect(findMissingField([required], [])).toEqual({
    field: 'customFields.talla',
    code: 'required',
  })
  expect(findMissingField([{ ...required, default: 'M' }], [])).toBeUndefined()
  const { writes } = readFieldValues(fieldsByName([required]), { 7: 'L' }, { strict: true })
  expect(findMissingField([required], writes)).toBeUndefined()
})
