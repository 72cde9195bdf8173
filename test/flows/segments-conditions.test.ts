import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorsOf } from '../../src/contract/segment-fields.ts'
import type { FieldType } from '../../src/contract/shapes/field.ts'
import { countContacts, selectMatching } from '../../src/service/segments/contacts-store.ts'
import { compiledSegment, scopeOf } from '../../src/service/segments/segment-filter.ts'
import { customRule } from '../support/segments/custom-rules.ts'
import {
  arbitraryPerson,
  links,
  plans,
  type SegmentFixture,
  statuses,
  tagPool,
  topics,
} from '../support/segments/people.ts'
import {
  type FieldRule,
  type Group,
  matchesConditions,
  type Rule,
  textsOf,
} from '../support/segments/segment-evaluator.ts'
import { insertSegmentFixture } from '../support/segments/segment-fixture.ts'
import { arbitraryTime, now } from '../support/segments/times.ts'
import { startService, type TestService } from '../support/service.ts'

const seed = Number(process.env.REMITE_TEST_SEED ?? Date.now() % 2 ** 31)
const people = 150
const trees = 250

let server: TestService
let fixture: SegmentFixture
beforeAll(async () => {
  server = await startService()
  fixture = await insertSegmentFixture(
    server.service.db,
    server.accountId,
    fc.sample(arbitraryPerson, { numRuns: people, seed }),
  )
})
afterAll(() => server.close())

const types: Record<string, FieldType> = {
  email: 'text',
  domain: 'text',
  nombre: 'text',
  source: 'text',
  ciudad: 'text',
  web: 'url',
  edad: 'number',
  vip: 'boolean',
  status: 'dropdown',
  plan: 'dropdown',
  temas: 'multi',
  tags: 'multi',
  lists: 'multi',
  created_at: 'date',
  confirmed_at: 'date',
  unsubscribed_at: 'date',
  last_open_at: 'date',
  last_click_at: 'date',
  alta: 'date',
}

const choicesOf = (field: string): readonly (string | number | boolean)[] => {
  const choices: Record<string, readonly (string | number | boolean)[]> = {
    ...textsOf,
    edad: [-1, 0, 17, 18, 18.5, 65, 1000],
    vip: [true, false],
    status: statuses,
    plan: plans,
    temas: topics,
    tags: [...tagPool, 'nobody has this'],
    lists: Object.values(fixture.listIds).map(String),
  }
  return choices[field] ?? []
}

const iso = (time: number) => new Date(time).toISOString()
const time = fc.oneof(
  arbitraryTime.map(iso),
  arbitraryTime.map((time) => iso(time).slice(0, 10)),
  arbitraryTime.map((time) => Math.floor(time / 1000)),
)
const startOf = (value: string | number) =>
  typeof value === 'number' ? value * 1000 : Date.parse(value)

function fieldRule(field: string): fc.Arbitrary<FieldRule> {
  const type = types[field] ?? 'text'
  return fc.constantFrom(...operatorsOf[type]).chain((operator) => {
    const arbitraryChoice = () => fc.constantFrom(...choicesOf(field))
    const value: fc.Arbitrary<unknown> =
      operator === 'is_set' || operator === 'is_not_set'
        ? fc.constant(undefined)
        : operator === 'in' || operator === 'not_in'
          ? fc.array(arbitraryChoice(), { minLength: 1, maxLength: 3 })
          : operator === 'within_days'
            ? fc.constantFrom(1, 7, 30, 31, 365, -1, -30)
            : operator === 'between' && type === 'date'
              ? fc.tuple(time, time).map((ends) => ends.sort((a, b) => startOf(a) - startOf(b)))
              : operator === 'between'
                ? fc
                    .tuple(arbitraryChoice(), arbitraryChoice())
                    .map((ends) => ends.sort((a, b) => Number(a) - Number(b)))
                : type === 'date'
                  ? time
                  : arbitraryChoice()
    return value.map((each) => ({ field, operator, ...(each !== undefined && { value: each }) }))
  })
}

const eventRule = (): fc.Arbitrary<Rule> =>
  fc
    .record(
      {
        event: fc.constantFrom(
          'open' as const,
          'click' as const,
          'sent' as const,
          'bounce' as const,
        ),
        count: fc.record({
          op: fc.constantFrom('eq' as const, 'gte' as const, 'lte' as const),
          n: fc.integer({ min: 0, max: 3 }),
        }),
        period: fc.oneof(
          fc.constantFrom(1, 7, 30, 365).map((days) => ({ within: { days } })),
          fc.tuple(arbitraryTime, arbitraryTime).map((ends) => {
            const [from = 0, to = 0] = ends.sort((a, b) => a - b)
            return { between: { from: iso(from), to: iso(to) } }
          }),
        ),
        campaign_id: fc.constantFrom(...fixture.campaignIds),
        link: fc.constantFrom(...links, 'https://'),
        negate: fc.boolean(),
      },
      { requiredKeys: ['event'] },
    )
    .map(({ period, link, ...rule }) => ({
      ...rule,
      ...period,
      ...(link !== undefined && rule.event === 'click' && { link }),
    }))

const rule = (fields: readonly string[]): fc.Arbitrary<Rule> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fields).chain(fieldRule) },
    { weight: 1, arbitrary: eventRule() },
    { weight: 1, arbitrary: customRule(fixture.campaignIds) },
  )

function group(fields: readonly string[], depth: number): fc.Arbitrary<Group> {
  const inner: fc.Arbitrary<Rule> =
    depth === 1
      ? rule(fields)
      : fc.oneof(
          { weight: 3, arbitrary: rule(fields) },
          { weight: 1, arbitrary: group(fields, depth - 1) },
        )
  return fc.record({
    op: fc.constantFrom('and' as const, 'or' as const, 'not' as const),
    rules: fc.array(inner, { minLength: 1, maxLength: 3 }),
  })
}

test.for([
  { where: 'on a list with all kinds of fields', list: 'a' },
  { where: 'on a list with few of them', list: 'b' },
  { where: 'over all lists', list: null },
] as const)(
  'whoever conditions describe is found, and nobody else, $where',
  { timeout: 120_000 },
  async ({ list }) => {
    const fields = Object.keys(types).filter(
      (field) => list !== 'b' || !['edad', 'alta', 'vip', 'plan', 'temas', 'web'].includes(field),
    )
    const { db } = server.service
    const listId = list && fixture.listIds[list]
    let found = 0
    await fc.assert(
      fc.asyncProperty(group(fields, 4), async (conditions) => {
        const segment = {
          account_id: server.accountId,
          list_id: listId,
          conditions: JSON.stringify(conditions),
        }
        const { forEach, forAll } = await compiledSegment(db, segment, now)
        const page = { limit: 1000, order: 'asc' } as const
        const contacts = await selectMatching(db, scopeOf(segment), forEach, page)
        found += contacts.length
        const meant = fixture.people.filter(
          (person) =>
            (list === null || person.list === list) &&
            matchesConditions(fixture, person, conditions),
        )
        expect(contacts.map(({ id }) => id)).toEqual(meant.map(({ id }) => id))
        const counted = await countContacts(db, scopeOf(segment), forAll)
        expect(counted).toMatchObject({ total: meant.length, first: meant[0]?.id ?? null })
      }),
      { seed, numRuns: trees },
    )
    // The conditions must match some people, but not all, to prove anything.
    const evaluated =
      trees * fixture.people.filter((person) => list === null || person.list === list).length
    expect(found / evaluated).toBeGreaterThan(0.1)
    expect(found / evaluated).toBeLessThan(0.9)
  },
)
