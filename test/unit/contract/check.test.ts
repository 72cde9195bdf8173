import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { as, check } from '../../../src/contract/check.ts'
import { contract } from '../../../src/contract/index.ts'
import { automationDefinition } from '../../../src/contract/shapes/flows/automation.ts'
import { conditions } from '../../../src/contract/shapes/segment.ts'
import {
  email,
  headerText,
  idOrText,
  instantIn,
  webAddress,
  zone,
} from '../../../src/contract/shapes/wire.ts'

const problemsIn = (schema: z.ZodType, value: unknown) => {
  const checked = check(schema, value)
  return 'problems' in checked ? checked.problems : []
}

const shape = z.strictObject({
  text: z.string().min(2).max(4).optional(),
  number: z.int().min(1).max(9).optional(),
  many: z.array(z.string()).min(1).max(2).optional(),
  choice: z.enum(['a', 'b']).optional(),
  pattern: z.string().regex(/^x/).optional(),
  time: instantIn.optional(),
  zone: zone.optional(),
  email: email.optional(),
  url: webAddress.optional(),
  header: headerText(10).optional(),
})

test.each([
  [{ text: 5 }, 'text', 'wrong_type', undefined],
  [{ text: 'a' }, 'text', 'too_short', { limit: 2 }],
  [{ text: 'abcde' }, 'text', 'too_long', { limit: 4 }],
  [{ number: 0 }, 'number', 'too_small', { limit: 1 }],
  [{ number: 10 }, 'number', 'too_large', { limit: 9 }],
  [{ many: [] }, 'many', 'too_few', { limit: 1 }],
  [{ many: ['', '', ''] }, 'many', 'too_many', { limit: 2 }],
  [{ many: ['', 1] }, 'many.1', 'wrong_type', undefined],
  [{ choice: 'c' }, 'choice', 'not_a_choice', { choices: 'a, b' }],
  [{ pattern: 'y' }, 'pattern', 'bad_pattern', undefined],
  [{ time: 'tomorrow' }, 'time', 'bad_time', undefined],
  [{ time: '2027-02-30T09:00:00Z' }, 'time', 'bad_time', undefined],
  [{ zone: 'Mars/Olympus' }, 'zone', 'bad_zone', undefined],
  [{ email: 'ana@' }, 'email', 'bad_email', undefined],
  [{ url: 'javascript:alert(1)' }, 'url', 'bad_url', undefined],
  [{ url: '/relative' }, 'url', 'bad_url', undefined],
  [{ header: 'a\r\nBcc: x' }, 'header', 'header_break', undefined],
  [{ unheard: 1 }, 'unheard', 'unknown_field', undefined],
])('%j is refused at %s as %s', (value, field, code, values) => {
  expect(problemsIn(shape, value)).toEqual([{ field, code, ...(values && { values }) }])
})

test('a missing field is reported as required, whatever its type', () => {
  const all = z.object({ text: z.string(), choice: z.enum(['a']), id: idOrText, email })
  expect(problemsIn(all, {})).toEqual(
    ['text', 'choice', 'id', 'email'].map((field) => ({ field, code: 'required' })),
  )
})

test('all problems of a value are reported at once', () => {
  expect(problemsIn(shape, { text: 1, number: 'x', unheard: 1 })).toHaveLength(3)
})

test('a custom check reports its code and limits', () => {
  const few = z.record(z.string(), z.string()).refine(() => false, as('too_many', { limit: 3 }))
  expect(problemsIn(few, {})).toEqual([{ field: '', code: 'too_many', values: { limit: 3 } }])
})

test('a range that ends before it begins is refused', () => {
  const { schema } = contract.campaigns.send.body
  expect(problemsIn(schema, { expect_recipients: { min: 5, max: 4 } })).toEqual([
    { field: 'expect_recipients', code: 'bad_range' },
  ])
  expect(problemsIn(schema, { expect_recipients: { min: 5, max: 5 } })).toEqual([])
})

test.each([
  [[{ op: 'or', rules: [{ field: 'a', operator: 'zz' }] }], 'rules.0.rules.0.operator'],
  [[{ field: 'nombre', operator: 'eq', value: 'x' }, { event: 'opened' }], 'rules.1.event'],
  [[{ op: 'not', rules: [] }], 'rules.0.rules'],
  [[{ field: 'nombre', operator: 'eq', value: [{}] }], 'rules.0.value.0'],
  [[5], 'rules.0'],
])('an invalid rule deep in a segment is reported with its path: %j', (rules, place) => {
  expect(problemsIn(conditions, { op: 'and', rules }).map(({ field }) => field)).toEqual([place])
})

test('a node of an unknown kind is reported with the known kinds', () => {
  const value = { nodes: [{ id: 'a', type: 'mail', config: {} }] }
  expect(problemsIn(automationDefinition.pick({ nodes: true }), value)).toEqual([
    {
      field: 'nodes.0.type',
      code: 'not_a_choice',
      values: { choices: expect.stringContaining('send, delay') },
    },
  ])
})

test.each([
  ['U+0000', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
])('text with %s is refused everywhere', (_, text) => {
  const open = z.record(z.string(), z.array(z.string()))
  expect(problemsIn(open, { a: ['x', text] })).toEqual([{ field: 'a.1', code: 'nul_character' }])
  expect(problemsIn(open, { [text]: ['x'] })).toEqual([{ field: text, code: 'nul_character' }])
})

test('complete surrogate pairs are valid text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\0'))
      expect(check(z.string(), text)).toEqual({ value: text })
    }),
  )
})

test('a body nested a hundred thousand times is refused without reading it to the end', () => {
  const deep = JSON.parse(`${'{"op":"and","rules":['.repeat(100_000)}${']}'.repeat(100_000)}`)
  const { schema } = contract.segments.create.body
  const [first, ...rest] = problemsIn(schema, { name: 'x', conditions: deep })
  expect([first?.code, rest]).toEqual(['too_deep', []])
})

test('one invalid contact does not refuse the others', () => {
  const { row } = contract.contacts.add.body
  expect(problemsIn(row, { email: 'nobody' })).toEqual([{ field: 'email', code: 'bad_email' }])
  expect(
    problemsIn(row, { email: 'ana@example.org', customFields: { 3: 'x', city: null } }),
  ).toEqual([])
})
