import fc from 'fast-check'
import type { PropertyType } from '../../../src/contract/shapes/custom-event.ts'
import { propertyOperatorsOf } from '../../../src/service/conditions/property-filter.ts'
import type { CustomRule } from './custom-evaluator.ts'
import { type CustomEventName, propertyTypes, valuesOfType } from './custom-events.ts'
import { arbitraryTime } from './times.ts'

const period = fc.tuple(arbitraryTime, arbitraryTime).map((ends) => {
  const [from = 0, to = 0] = ends.sort((a, b) => a - b)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
})
const days = fc.constantFrom(1, 7, 30, 365).map((days) => ({ days }))
const op = fc.constantFrom('eq' as const, 'gte' as const, 'lte' as const)

const occurrence = fc.oneof(
  days.map((within) => ({ within })),
  days.map((before) => ({ before })),
  period.map((between) => ({ between })),
)

function filterOf([property, type]: [string, PropertyType]) {
  const value = fc.constantFrom(...(valuesOfType[type] ?? []))
  return fc.constantFrom(...propertyOperatorsOf(type)).chain((operator) => {
    const given: fc.Arbitrary<unknown> =
      operator === 'is_set' || operator === 'is_not_set'
        ? fc.constant(undefined)
        : operator === 'in' || operator === 'not_in'
          ? fc.array(value, { minLength: 1, maxLength: 3 })
          : operator === 'within_days'
            ? fc.constantFrom(1, 30)
            : operator === 'between'
              ? fc.tuple(value, value).map((ends) => ends.sort(byOrder))
              : value
    return given.map((each) => ({ property, operator, ...(each !== undefined && { value: each }) }))
  })
}

const orderOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number(value))
const byOrder = (a: unknown, b: unknown) => orderOf(a) - orderOf(b)

const comparison = { op, n: fc.constantFrom(0, 0.3, 10, 30, 60.5) }
const currency = fc.constantFrom('EUR', 'USD')
const sumOf = {
  purchase: fc.oneof(
    fc.record({ ...comparison, currency }),
    fc.record({ ...comparison, currency, property: fc.constantFrom('price', 'items[].price') }),
    fc.record({ ...comparison, property: fc.constantFrom('total', 'items[].qty') }),
  ),
  visit: fc.record({ ...comparison, currency }),
}

const common = {
  count: fc.record({ op, n: fc.integer({ min: 0, max: 3 }) }),
  first: occurrence,
  last: occurrence,
  negate: fc.boolean(),
  period: fc.oneof(
    days.map((within) => ({ within })),
    period.map((between) => ({ between })),
  ),
}

const named = (name: CustomEventName, campaignIds: readonly number[]) =>
  fc.record(
    {
      event: fc.constantFrom('custom' as const, 'conversion' as const),
      name: fc.constant(name),
      properties: fc.array(
        fc
          .constantFrom(...(Object.entries(propertyTypes[name]) as [string, PropertyType][]))
          .chain(filterOf),
        { minLength: 1, maxLength: 2 },
      ),
      sum: sumOf[name],
      campaign_id: fc.constantFrom(...campaignIds),
      ...common,
    },
    { requiredKeys: ['event', 'name'] },
  )

const nameless = (campaignIds: readonly number[]) =>
  fc.record(
    {
      event: fc.constant('conversion' as const),
      campaign_id: fc.constantFrom(...campaignIds),
      ...common,
    },
    { requiredKeys: ['event'] },
  )

/** Rules about the events of the fixture. */
export const customRule = (campaignIds: readonly number[]): fc.Arbitrary<CustomRule> =>
  fc
    .oneof(
      { weight: 4, arbitrary: named('purchase', campaignIds) },
      { weight: 1, arbitrary: named('visit', campaignIds) },
      { weight: 1, arbitrary: nameless(campaignIds) },
    )
    .map((rule) => {
      const { period, campaign_id, ...rest } = rule
      return {
        ...rest,
        ...period,
        ...(campaign_id !== undefined && rest.event === 'conversion' && { campaign_id }),
      }
    })
