import fc from 'fast-check'
import { arbitraryEvent, type PlainEvent } from './custom-events.ts'
import { arbitraryTime } from './times.ts'

/** A contact as plain values, without tables. */
export interface Person {
  id: number
  list: 'a' | 'b'
  email: string
  nombre: string
  status: string
  source: string
  tags: string[]
  created_at: number
  confirmed_at: number | null
  unsubscribed_at: number | null
  /** By field key. A multiple choice is an array, a date is in Unix seconds. */
  values: Record<string, string | number | boolean | string[] | null>
  events: ContactEvent[]
  custom: PlainEvent[]
}

export interface ContactEvent {
  event: 'open' | 'click' | 'sent' | 'bounce'
  at: number
  machine: boolean
  campaign: number
  link: number | null
  /** Whether a `sent` message failed. */
  failed: boolean
}

export const cities = [
  'Lugo',
  'LUGO',
  'lug',
  'Ávila',
  'avila',
  'A Coruña',
  '50%',
  'a_b',
  'c\\d',
  "O'Neil",
  '日本',
]
export const names = ['', 'Ana', 'ÁNA', 'José', 'jose', 'Łukasz', 'ana%']
export const domains = ['example.com', 'example.org', 'xn--and-6ma2c.es']
export const plans = ['free', 'Pro', 'pro']
export const topics = ['sport', 'música', 'news']
export const tagPool = ['vip', 'VIP', 'nuevo', "a'b"]
export const statuses = ['active', 'unconfirmed', 'unsubscribed', 'bounced', 'complained']
export const webs = ['https://example.com/A', 'https://example.com/a?x=1', 'http://example.org']
export const links = [
  'https://shop.example/a',
  'https://shop.example/a?utm=1',
  'https://Shop.example/b',
]

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 })

const contactEvent: fc.Arbitrary<ContactEvent> = fc.record({
  event: fc.constantFrom('open' as const, 'click' as const, 'sent' as const, 'bounce' as const),
  at: arbitraryTime,
  machine: fc.boolean(),
  campaign: fc.integer({ min: 0, max: 1 }),
  link: nullable(fc.integer({ min: 0, max: links.length - 1 })),
  failed: fc.boolean(),
})

export const arbitraryPerson: fc.Arbitrary<Omit<Person, 'id'>> = fc
  .record({
    list: fc.constantFrom('a' as const, 'b' as const),
    local: fc.constantFrom('ana', 'jose', 'a_b', 'x'),
    domain: fc.constantFrom(...domains),
    nombre: fc.constantFrom(...names),
    status: fc.constantFrom(...statuses),
    source: fc.constantFrom('api', 'import', 'form'),
    tags: fc.uniqueArray(fc.constantFrom(...tagPool), { maxLength: 2 }),
    created_at: arbitraryTime,
    confirmed_at: nullable(arbitraryTime),
    unsubscribed_at: nullable(arbitraryTime),
    ciudad: optional(fc.constantFrom(...cities)),
    edad: optional(fc.constantFrom(-1, 0, 17, 18, 18.5, 65)),
    alta: optional(arbitraryTime.map((at) => Math.floor(at / 1000))),
    vip: optional(fc.boolean()),
    plan: optional(fc.constantFrom(...plans)),
    temas: optional(fc.uniqueArray(fc.constantFrom(...topics), { minLength: 1, maxLength: 3 })),
    web: optional(fc.constantFrom(...webs)),
    events: fc.array(contactEvent, { maxLength: 6 }),
    custom: fc.array(arbitraryEvent, { maxLength: 5 }),
  })
  .map(({ local, domain, ciudad, edad, alta, vip, plan, temas, web, ...rest }) => ({
    ...rest,
    email: `${local}@${domain}`,
    values:
      rest.list === 'a'
        ? {
            ciudad: ciudad ?? null,
            edad: edad ?? null,
            alta: alta ?? null,
            vip: vip ?? null,
            plan: plan ?? null,
            temas: temas ?? null,
            web: web ?? null,
          }
        : { ciudad: ciudad ?? null },
  }))

export interface SegmentFixture {
  people: Person[]
  listIds: { a: number; b: number }
  campaignIds: readonly number[]
}
