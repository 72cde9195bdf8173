import fc from 'fast-check'
import { recordEvents } from '../../../src/service/custom-events/record.ts'
import type { Executor } from '../../../src/service/database/dialect.ts'
import { arbitraryTime, now } from './times.ts'

/** A custom event as plain values. Those of all contacts with an address belong to one person. */
export interface PlainEvent {
  name: string
  at: number
  /** The index of the campaign that a conversion is attributed to. */
  campaign: number | null
  value: number | null
  currency: string | null
  properties: Record<string, unknown>
}

const skus = ['A-1', 'a-1', 'Ávila', 'B 2']
const amounts = [0, 0.1, 0.2, 10, 30, 30.5]
const currencies = ['EUR', 'USD']
const days = ['2026-11-01', '2026-11-02T10:00:00+02:00', '2026-10-31T23:59:59.999Z', '2026-11-20']
export const oddKey = 'a "b".c'

const someOf = (values: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>>

const money = fc.record({
  amount: fc.constantFrom(...amounts),
  currency: fc.constantFrom(...currencies),
})

const propertiesOf = {
  purchase: someOf({
    total: fc.constantFrom(...amounts),
    sku: fc.constantFrom(...skus, null),
    paid: fc.boolean(),
    day: fc.constantFrom(...days),
    price: money,
    items: fc.array(
      someOf({ sku: fc.constantFrom(...skus), qty: fc.integer({ min: 0, max: 3 }), price: money }),
      { maxLength: 3 },
    ),
    tags: fc.array(fc.constantFrom(...skus), { maxLength: 2 }),
    [oddKey]: fc.integer({ min: 0, max: 2 }),
  }),
  // The same keys as in purchases, with other types.
  visit: someOf({ total: fc.constantFrom('10', 'none'), day: fc.constantFrom('soon', 'later') }),
}
export type CustomEventName = keyof typeof propertiesOf

export const propertyTypes = {
  purchase: {
    total: 'number',
    sku: 'text',
    paid: 'boolean',
    day: 'date',
    price: 'money',
    items: 'list',
    'items[].sku': 'text',
    'items[].qty': 'number',
    'items[].price': 'money',
    'tags[]': 'text',
    [oddKey]: 'number',
    value: 'number',
    currency: 'text',
  },
  visit: { total: 'text', day: 'text' },
} as const

export const valuesOfType: Record<string, readonly (string | number | boolean)[]> = {
  text: [...skus, 'a', 'EUR', 'none', '10'],
  number: [...amounts, 1, 2],
  money: amounts,
  boolean: [true, false],
  list: ['never used'],
  date: ['2026-11-01', '2026-11-02T08:00:00Z', '2026-10-31'],
}

export const arbitraryEvent: fc.Arbitrary<PlainEvent> = fc
  .constantFrom<CustomEventName>('purchase', 'visit')
  .chain((name) =>
    fc.record({
      name: fc.constant(name),
      at: arbitraryTime,
      campaign: fc.option(fc.integer({ min: 0, max: 1 }), { nil: null, freq: 1 }),
      value: fc.option(fc.constantFrom(...amounts), { nil: null }),
      currency: fc.option(fc.constantFrom(...currencies), { nil: null }),
      properties: propertiesOf[name],
    }),
  )
  .map((event) => ({ ...event, ...(event.value === null && { currency: null }) }))

/** Every property once, so that the account knows all types from the beginning. */
export const completeEvents: PlainEvent[] = [
  {
    ...{ name: 'purchase', at: now - 1, campaign: null, value: 1, currency: 'EUR' },
    properties: {
      ...{ total: 1, sku: 'x', paid: true, day: '2026-01-01', tags: ['x'], [oddKey]: 1 },
      price: { amount: 1, currency: 'EUR' },
      items: [{ sku: 'x', qty: 1, price: { amount: 1, currency: 'EUR' } }],
    },
  },
  {
    ...{ name: 'visit', at: now - 1, campaign: null, value: null, currency: null },
    properties: { total: 'x', day: 'x' },
  },
]

/** Records the events of contacts in the state that the service leaves. */
export async function insertPlainEvents(
  db: Executor,
  accountId: number,
  campaignIds: readonly number[],
  people: readonly { id: number; custom: readonly PlainEvent[] }[],
): Promise<void> {
  const all = people.flatMap(({ id, custom }) => custom.map((event) => ({ ...event, id })))
  for (const campaign of [null, 0, 1]) {
    const reported = all
      .filter((event) => event.campaign === campaign)
      .map(({ id, name, at, value, currency, properties }) => ({
        ...{ name, contact_id: id, at: new Date(at).toISOString() },
        ...(value !== null && { value }),
        ...(currency !== null && { currency }),
        properties: properties as never,
      }))
    const campaignId = campaign === null ? undefined : campaignIds[campaign]
    const outcomes = await db.transaction().execute((tx) =>
      recordEvents(tx, reported, {
        ...{ accountId, now, isSilent: true },
        ...(campaignId !== undefined && { campaignId }),
      }),
    )
    if (outcomes.some((outcome) => outcome === 'duplicate' || 'problem' in outcome)) {
      throw new Error(JSON.stringify(outcomes))
    }
  }
}
