import fc from 'fast-check'
import type { Executor } from '../../src/service/database/dialect.ts'
import { foldName } from '../../src/service/lists/fields/fold-name.ts'

/** A contact as a test knows it: plain values, no tables. */
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
  /** By key; a choice of several is a list. Dates are Unix seconds. */
  values: Record<string, string | number | boolean | string[] | null>
  happened: Happening[]
}

export interface Happening {
  event: 'open' | 'click' | 'sent' | 'bounce'
  at: number
  machine: boolean
  campaign: number
  link: number | null
  /** Of what was to be sent. */
  failed: boolean
}

export const now = Date.UTC(2026, 10, 21, 12)
export const dayMs = 86_400_000

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

/** Times that fall on the ends of periods as often as between them. */
export const moment = fc.oneof(
  fc.constantFrom(0, 1, 7, 30, 31, 365).map((days) => now - days * dayMs),
  fc.integer({ min: -40 * 24, max: 0 }).map((hours) => now + hours * 3_600_000),
  fc.constantFrom(Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2) - 1, Date.UTC(2026, 10, 2)),
)

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 })

const happening: fc.Arbitrary<Happening> = fc.record({
  event: fc.constantFrom('open' as const, 'click' as const, 'sent' as const, 'bounce' as const),
  at: moment,
  machine: fc.boolean(),
  campaign: fc.integer({ min: 0, max: 1 }),
  link: perhaps(fc.integer({ min: 0, max: links.length - 1 })),
  failed: fc.boolean(),
})

export const person: fc.Arbitrary<Omit<Person, 'id'>> = fc
  .record({
    list: fc.constantFrom('a' as const, 'b' as const),
    local: fc.constantFrom('ana', 'jose', 'a_b', 'x'),
    domain: fc.constantFrom(...domains),
    nombre: fc.constantFrom(...names),
    status: fc.constantFrom(...statuses),
    source: fc.constantFrom('api', 'import', 'form'),
    tags: fc.uniqueArray(fc.constantFrom(...tagPool), { maxLength: 2 }),
    created_at: moment,
    confirmed_at: perhaps(moment),
    unsubscribed_at: perhaps(moment),
    ciudad: maybe(fc.constantFrom(...cities)),
    edad: maybe(fc.constantFrom(-1, 0, 17, 18, 18.5, 65)),
    alta: maybe(moment.map((at) => Math.floor(at / 1000))),
    vip: maybe(fc.boolean()),
    plan: maybe(fc.constantFrom(...plans)),
    temas: maybe(fc.uniqueArray(fc.constantFrom(...topics), { minLength: 1, maxLength: 3 })),
    web: maybe(fc.constantFrom(...webs)),
    happened: fc.array(happening, { maxLength: 6 }),
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

export interface World {
  people: Person[]
  listIds: { a: number; b: number }
  campaignIds: readonly number[]
}

const fields = [
  ['ciudad', 'text', []],
  ['edad', 'number', []],
  ['alta', 'date', []],
  ['vip', 'boolean', []],
  ['plan', 'dropdown', plans],
  ['temas', 'multi', topics],
  ['web', 'url', []],
] as const

/** Writes people into the tables, as the service would have, whatever led there. */
export async function writeWorld(
  db: Executor,
  accountId: number,
  drawn: readonly Omit<Person, 'id'>[],
): Promise<World> {
  const listIds = { a: await addList(db, accountId, 'a'), b: await addList(db, accountId, 'b') }
  const fieldIds = new Map<string, number>()
  for (const list of ['a', 'b'] as const) {
    for (const [key, type, options] of list === 'a' ? fields : fields.slice(0, 1)) {
      const { id } = await db
        .insertInto('list_fields')
        .values({
          account_id: accountId,
          list_id: listIds[list],
          name: key,
          key,
          type,
          options: JSON.stringify(options),
          internal: 0,
          required: 0,
          default_value: null,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      fieldIds.set(`${list}.${key}`, id)
    }
  }
  const campaignIds = [await addCampaign(db, accountId), await addCampaign(db, accountId)]
  const linkIds = new Map<string, number>()
  for (const [index, campaign] of campaignIds.entries()) {
    for (const [position, url] of links.entries()) {
      const { id } = await db
        .insertInto('campaign_links')
        .values({ campaign_id: campaign, position, url })
        .returning('id')
        .executeTakeFirstOrThrow()
      linkIds.set(`${index}.${position}`, id)
    }
  }
  const seen = new Set<string>()
  const people: Person[] = []
  for (const one of drawn) {
    const place = `${one.list} ${one.email}`
    if (seen.has(place)) continue
    seen.add(place)
    people.push(await writePerson(db, accountId, one, { listIds, fieldIds, campaignIds, linkIds }))
  }
  return { people, listIds, campaignIds }
}

async function addList(db: Executor, accountId: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto('lists')
    .values({
      account_id: accountId,
      public_id: `${name}-public`,
      name,
      description: '',
      double_optin: 0,
      from_mail: null,
      welcome_template_id: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addCampaign(db: Executor, accountId: number): Promise<number> {
  const empty = {
    asunto: '',
    preheader: '',
    html: '',
    text: '',
    from_name: '',
    from_mail: '',
    utm: '{}',
  }
  const { id } = await db
    .insertInto('campaigns')
    .values({
      ...empty,
      account_id: accountId,
      camp_name: 'c',
      reply_to: null,
      segment_id: null,
      template_id: null,
      track_reads: 1,
      track_links: 1,
      status: 'sent',
      reason: null,
      scheduled_at: null,
      timezone: null,
      expect_min: null,
      expect_max: null,
      recipients: 0,
      sent: 0,
      failed: 0,
      audience_list: 0,
      audience_cursor: 0,
      audience_fixed: 1,
      claim: null,
      lease_until: 0,
      started_at: now,
      sent_at: now,
      ended_at: now,
      tested_at: null,
      deleted_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Ids {
  listIds: World['listIds']
  fieldIds: ReadonlyMap<string, number>
  campaignIds: readonly number[]
  linkIds: ReadonlyMap<string, number>
}

let addresses = 0

async function writePerson(
  db: Executor,
  accountId: number,
  one: Omit<Person, 'id'>,
  { listIds, fieldIds, campaignIds, linkIds }: Ids,
): Promise<Person> {
  const last = (event: string) =>
    one.happened
      .filter((each) => each.event === event && !each.machine)
      .reduce<number | null>((latest, { at }) => Math.max(latest ?? at, at), null)
  const { id } = await db
    .insertInto('contacts')
    .values({
      account_id: accountId,
      list_id: listIds[one.list],
      email: one.email,
      email_key: one.email,
      domain: one.email.split('@')[1] ?? '',
      nombre: one.nombre,
      nombre_key: foldName(one.nombre),
      status: one.status,
      source: one.source,
      version: 1,
      created_at: one.created_at,
      updated_at: one.created_at,
      confirmed_at: one.confirmed_at,
      unsubscribed_at: one.unsubscribed_at,
      last_open_at: last('open'),
      last_click_at: last('click'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const tag of one.tags) {
    await db.insertInto('contact_tags').values({ contact_id: id, tag }).execute()
  }
  for (const [key, value] of Object.entries(one.values)) {
    const field_id = fieldIds.get(`${one.list}.${key}`)
    if (value === null || field_id === undefined) continue
    for (const [position, part] of (Array.isArray(value) ? value : [value]).entries()) {
      const isTime = key === 'alta'
      await db
        .insertInto('contact_values')
        .values({
          contact_id: id,
          field_id,
          position,
          text: typeof part === 'string' ? part : null,
          number:
            typeof part === 'boolean'
              ? Number(part)
              : typeof part === 'number' && !isTime
                ? part
                : null,
          time: typeof part === 'number' && isTime ? part : null,
        })
        .execute()
    }
  }
  for (const { event, at, machine, campaign, link, failed } of one.happened) {
    const campaign_id = campaignIds[campaign] ?? 0
    if (event === 'bounce') {
      await db
        .insertInto('contact_history')
        .values({
          account_id: accountId,
          contact_id: id,
          type: 'bounce',
          campaign_id,
          detail: '',
          at,
        })
        .execute()
    } else if (event === 'sent') {
      await db
        .insertInto('recipients')
        .values({
          account_id: accountId,
          campaign_id,
          address_key: `${addresses++}`,
          visit: 0,
          contact_id: id,
          state: failed ? 'failed' : 'sent',
          claim: null,
          lease_until: 0,
          attempts: 1,
          next_at: 0,
          response: null,
          sent_at: at,
          opened_at: null,
          clicked_at: null,
        })
        .execute()
    } else {
      await db
        .insertInto('engagements')
        .values({
          account_id: accountId,
          campaign_id,
          recipient_id: 0,
          contact_id: id,
          kind: event,
          machine: machine ? 1 : 0,
          link_id: link === null ? null : (linkIds.get(`${campaign}.${link}`) ?? null),
          at,
        })
        .execute()
    }
  }
  return { ...one, id }
}
