import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Conditions } from '../../../../src/contract/shapes/segment.ts'
import { Failure } from '../../../../src/core/failure.ts'
import { parseExpression } from '../../../../src/operations/segment-expression/parse.ts'
import { normalized, printExpression } from '../../../../src/operations/segment-expression/print.ts'
import type { ExpressionField } from '../../../../src/operations/segment-expression/words.ts'

const presence = ['is_set', 'is_not_set'] as const
const choice = ['eq', 'neq', 'in', 'not_in', ...presence] as const
const text = ['contains', 'not_contains', 'starts_with', 'ends_with', ...choice] as const
const number = ['gt', 'gte', 'lt', 'lte', 'between', ...choice] as const
const date = ['before', 'after', 'between', 'within_days', ...presence] as const
const multi = ['contains', 'not_contains', 'in', 'not_in', ...presence] as const

const field = (
  name: string,
  type: string,
  operators: ExpressionField['operators'],
  shown = name,
): ExpressionField => ({ field: name, name: shown, kind: 'custom', type, operators })

const fields: ExpressionField[] = [
  field('nombre', 'text', text, 'Name'),
  field('ciudad', 'text', text, 'Ciudad'),
  field('pedidos', 'number', number),
  field('alta', 'date', date, 'Fecha de alta'),
  field('created_at', 'date', date, 'Added'),
  field('tags', 'multi', multi),
  field('vip', 'boolean', ['eq', 'neq', ...presence]),
  field('opened', 'text', text),
  field('or', 'text', text),
  field('12', 'text', text),
  {
    ...{ field: 'custom', name: 'purchase', kind: 'event', type: 'number', operators: ['eq'] },
    properties: [
      { property: 'total', type: 'number', operators: number },
      { property: 'items[].sku', type: 'text', operators: text },
      { property: 'day', type: 'date', operators: date },
      { property: 'price', type: 'money', operators: number },
    ],
  },
]

const parse = (expression: string) => parseExpression(expression, fields)

describe('an expression becomes conditions', () => {
  test.each<[string, Conditions['rules']]>([
    ['ciudad = "Ávila"', [{ field: 'ciudad', operator: 'eq', value: 'Ávila' }]],
    ["ciudad='O\\'Grove'", [{ field: 'ciudad', operator: 'eq', value: "O'Grove" }]],
    ['Ciudad IS Soria', [{ field: 'ciudad', operator: 'eq', value: 'Soria' }]],
    ['"Fecha de alta" in 2w', [{ field: 'alta', operator: 'within_days', value: 14 }]],
    ['alta in the last 30 days', [{ field: 'alta', operator: 'within_days', value: 30 }]],
    ['alta in next 7d', [{ field: 'alta', operator: 'within_days', value: -7 }]],
    ['alta > 2026-01-31', [{ field: 'alta', operator: 'after', value: '2026-01-31' }]],
    [
      'alta >= 2026-01-31',
      [{ field: 'alta', operator: 'between', value: ['2026-01-31', '9999-12-31'] }],
    ],
    [
      'alta = 2026-01-31',
      [{ field: 'alta', operator: 'between', value: ['2026-01-31', '2026-01-31'] }],
    ],
    ['added before 2026-01-31', [{ field: 'created_at', operator: 'before', value: '2026-01-31' }]],
    ['tag = vip', [{ field: 'tags', operator: 'contains', value: 'vip' }]],
    ['tag != vip', [{ field: 'tags', operator: 'not_contains', value: 'vip' }]],
    ['tags not in (a, "b c")', [{ field: 'tags', operator: 'not_in', value: ['a', 'b c'] }]],
    ['not tag = vip', [{ field: 'tags', operator: 'not_contains', value: 'vip' }]],
    ['pedidos between 1 and 3.5', [{ field: 'pedidos', operator: 'between', value: [1, 3.5] }]],
    ['pedidos >= -2', [{ field: 'pedidos', operator: 'gte', value: -2 }]],
    ['vip = true', [{ field: 'vip', operator: 'eq', value: true }]],
    ['nombre is not empty', [{ field: 'nombre', operator: 'is_set' }]],
    ['ciudad = 08001', [{ field: 'ciudad', operator: 'eq', value: '08001' }]],
    ['ciudad in (08001, 1e3)', [{ field: 'ciudad', operator: 'in', value: ['08001', '1e3'] }]],
    ['name starts with an', [{ field: 'nombre', operator: 'starts_with', value: 'an' }]],
    ['"opened" = x', [{ field: 'opened', operator: 'eq', value: 'x' }]],
    ['opened', [{ event: 'open' }]],
    ['not clicked', [{ event: 'click', negate: true }]],
    ['opened in 30d', [{ event: 'open', within: { days: 30 } }]],
    [
      'clicked at least 3 times in campaign 7 link "https://shop.example/a" in 90d',
      [
        {
          event: 'click',
          count: { op: 'gte', n: 3 },
          campaign_id: 7,
          link: 'https://shop.example/a',
          within: { days: 90 },
        },
      ],
    ],
    [
      'did "purchase" with total >= 30, "items[].sku" = A-1 at least 2 times in 90d and opened',
      [
        {
          ...{ event: 'custom', name: 'purchase', count: { op: 'gte', n: 2 } },
          properties: [
            { property: 'total', operator: 'gte', value: 30 },
            { property: 'items[].sku', operator: 'eq', value: 'A-1' },
          ],
          within: { days: 90 },
        },
        { event: 'open' },
      ],
    ],
    [
      'did "purchase" with day = 2026-01-31 total of total at most 12.5 last before 30d',
      [
        {
          ...{ event: 'custom', name: 'purchase' },
          properties: [
            { property: 'day', operator: 'between', value: ['2026-01-31', '2026-01-31'] },
          ],
          sum: { property: 'total', op: 'lte', n: 12.5 },
          last: { before: { days: 30 } },
        },
      ],
    ],
    [
      'did "purchase" total of price at least 9 EUR and did "purchase" total of value at most 5 EUR',
      [
        {
          ...{ event: 'custom', name: 'purchase' },
          sum: { property: 'price', op: 'gte', n: 9, currency: 'EUR' },
        },
        {
          ...{ event: 'custom', name: 'purchase' },
          sum: { property: 'value', op: 'lte', n: 5, currency: 'EUR' },
        },
      ],
    ],
    [
      'converted total at least 100 EUR first in 2w in campaign 7',
      [
        {
          ...{ event: 'conversion', campaign_id: 7, first: { within: { days: 14 } } },
          sum: { op: 'gte', n: 100, currency: 'EUR' },
        },
      ],
    ],
    [
      'was sent between 2026-01-01 and 2026-01-31',
      [
        {
          event: 'sent',
          between: { from: '2026-01-01T00:00:00Z', to: '2026-01-31T23:59:59.999Z' },
        },
      ],
    ],
  ])('%s', (expression, rules) => {
    expect(parse(expression)).toEqual({ op: 'and', rules })
  })

  test('and binds tighter than or, not tighter than and', () => {
    const a = { event: 'open' }
    const b = { event: 'click' }
    const c = { event: 'bounce' }
    expect(parse('opened or clicked and not bounced')).toEqual({
      op: 'or',
      rules: [a, { op: 'and', rules: [b, { ...c, negate: true }] }],
    })
    expect(parse('(opened or clicked) and bounced')).toEqual({
      op: 'and',
      rules: [{ op: 'or', rules: [a, b] }, c],
    })
    expect(parse('not (opened or clicked)')).toEqual({ op: 'not', rules: [a, b] })
  })
})

const failureOf = (expression: string): Failure => {
  try {
    parse(expression)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error(`no failure: ${expression}`)
}

test.each([
  ['', 'expression_condition', 0, {}],
  ['cuidad = x', 'expression_field', 0, { found: 'cuidad', suggestion: 'ciudad' }],
  ['ciudad = x and opend', 'expression_field', 15, { suggestion: 'opened' }],
  ['ciudad', 'expression_operator', 6, {}],
  ['ciudad > 3', 'expression_operator', 7, { found: '>' }],
  ['ciudad =', 'expression_value', 8, {}],
  ['ciudad = "Ávila', 'expression_character', 9, { found: '"' }],
  ['opened clicked', 'expression_token', 7, { found: 'clicked', choices: 'and, or' }],
  ['(opened', 'expression_token', 7, {}],
  ['opened in 30', 'expression_period', 12, {}],
  ['opened between x and y', 'expression_date', 15, { found: 'x' }],
  ['opened in 3d in 4d', 'expression_twice', 13, {}],
  ['opened at least 1.5 times', 'expression_value', 16, {}],
  ['vip in (true)', 'expression_operator', 4, {}],
  ['__proto__', 'expression_field', 0, {}],
  ['opened in 3 constructor', 'expression_period', 12, {}],
  ['did "purchse"', 'expression_event', 4, { found: 'purchse', choices: 'purchase' }],
  [
    'did "purchase" with totl > 3',
    'expression_property',
    20,
    { found: 'totl', event: 'purchase', choices: 'total, items[].sku, day, price' },
  ],
  ['did "purchase" with total contains 3', 'expression_operator', 26, {}],
  ['did "purchase" with day != 2026-01-31', 'expression_operator', 20, {}],
  ['did "purchase" last 30d', 'expression_token', 20, { choices: 'in, before, between' }],
  ['did "purchase" total 3', 'expression_token', 21, {}],
  ['did "purchase" total of price at least 60', 'expression_currency', 41, {}],
  ['did "purchase" total of price at least 60 in 30d', 'expression_currency', 42, {}],
  ['did "purchase" total of total at least 60 EUR', 'expression_token', 42, { found: 'EUR' }],
  ['did "purchase" total of day at least 3', 'expression_sum', 24, { found: 'day' }],
  ['did "purchase" total of totl at least 3', 'expression_property', 24, { found: 'totl' }],
  ['opened total at least 3', 'expression_token', 7, {}],
  [`${'('.repeat(60)}opened`, 'expression_deep', 51, {}],
])('%j is refused at its place', (expression, code, column, values) => {
  const failure = failureOf(expression)
  expect(failure.code).toBe(code)
  expect(failure.details.values).toMatchObject(values)
  const mark = String(failure.details.values?.marked).split('\n')[1]
  expect(mark).toBe(`    ${' '.repeat(column)}^`)
})

test('conditions survive being written as an expression', () => {
  fc.assert(
    fc.property(arbitraryConditions, (conditions) => {
      const expression = printExpression(conditions)
      const plain = normalized(conditions)
      const expected = 'rules' in plain ? plain : { op: 'and', rules: [plain] }
      expect(parse(expression), expression).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('any text is read or refused by name, in no time', () => {
  const words = fc.constantFrom(
    ...['and', 'or', 'not', '(', ')', 'opened', 'in', '30d', 'ciudad', '=', '"x"', ',', '-1', 'is'],
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(words).map((all) => all.join(' ')),
        fc.string(),
      ),
      (expression) => {
        try {
          parse(expression)
        } catch (error) {
          expect(error instanceof Failure && error.code).toMatch(/^expression_/)
        }
      },
    ),
    { numRuns: 500 },
  )
})

const scalar = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('Ávila', 'say "x"', 'a\\b', '2026-01-31', '30d', 'and', '12'),
)
// JSON has no negative zero.
const someNumber = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map((number) => number + 0)
const instant = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((time) => time.toISOString())

const fieldRule = fc.oneof(
  fc.record({
    field: fc.constantFrom('ciudad', 'or', 'opened', '12'),
    operator: fc.constantFrom('eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with'),
    value: scalar,
  }),
  fc.record({
    field: fc.constant('pedidos'),
    operator: fc.constantFrom('gt', 'gte', 'lt', 'lte'),
    value: someNumber,
  }),
  fc.record({
    field: fc.constant('alta'),
    operator: fc.constantFrom('before', 'after'),
    value: instant.map((time) => time.slice(0, 10)),
  }),
  fc.record({
    field: fc.constant('alta'),
    operator: fc.constant('within_days'),
    value: fc.integer({ min: -900, max: 900 }).filter((days) => days !== 0),
  }),
  fc.record({
    field: fc.constant('tags'),
    operator: fc.constantFrom('in', 'not_in'),
    value: fc.array(scalar, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    field: fc.constant('pedidos'),
    operator: fc.constant('between'),
    value: fc.tuple(someNumber, someNumber),
  }),
  fc.record({ field: fc.constant('vip'), operator: fc.constantFrom(...presence) }),
  fc.record({
    field: fc.constant('vip'),
    operator: fc.constantFrom('eq', 'neq'),
    value: fc.boolean(),
  }),
)

const compared = fc.constantFrom('eq', 'gte', 'lte')
const within = fc.record({ days: fc.integer({ min: 1, max: 3650 }) })
const between = fc.record({ from: instant, to: instant })
const occurrence = fc.oneof(
  fc.record({ within }),
  fc.record({ before: within }),
  fc.record({ between }),
)

const customRule = fc.record(
  {
    event: fc.constantFrom('conversion', 'custom'),
    name: fc.constant('purchase'),
    properties: fc.array(
      fc.oneof(
        fc.record({
          property: fc.constantFrom('total', 'value'),
          operator: fc.constantFrom('gt', 'gte', 'lt', 'lte'),
          value: someNumber,
        }),
        fc.record({
          property: fc.constantFrom('items[].sku', 'currency'),
          operator: fc.constantFrom('in', 'not_in'),
          value: fc.array(scalar, { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ property: fc.constant('day'), operator: fc.constantFrom(...presence) }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    sum: fc.oneof(
      fc.record({ property: fc.constant('total'), op: compared, n: someNumber }),
      fc.record({
        property: fc.constant('price'),
        currency: fc.constantFrom('EUR', 'USD'),
        ...{ op: compared, n: someNumber },
      }),
      fc.record(
        { currency: fc.constantFrom('EUR', 'USD'), op: compared, n: someNumber },
        { requiredKeys: ['op', 'n'] },
      ),
    ),
    first: occurrence,
    last: occurrence,
    count: fc.record({ op: compared, n: fc.nat(100) }),
    within,
    between,
    negate: fc.boolean(),
  },
  { requiredKeys: ['event', 'name'] },
)

const eventRule = fc.record(
  {
    event: fc.constantFrom('open', 'click', 'sent', 'bounce'),
    name: fc.string({ minLength: 1 }),
    count: fc.record({ op: compared, n: fc.nat(100) }),
    within,
    between,
    campaign_id: fc.oneof(fc.nat(), fc.nat().map(String)),
    link: fc.string(),
    negate: fc.boolean(),
  },
  { requiredKeys: ['event'] },
)

const arbitraryConditions = fc.letrec<{ group: unknown; rule: unknown }>((tie) => ({
  group: fc.record({
    op: fc.constantFrom('and', 'or', 'not'),
    rules: fc.array(tie('rule'), { minLength: 1, maxLength: 4 }),
  }),
  rule: fc.oneof({ maxDepth: 3 }, fieldRule, eventRule, customRule, tie('group')),
})).group as fc.Arbitrary<Conditions>
