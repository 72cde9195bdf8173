import { foldName } from '../../../src/core/fold-name.ts'
import type { Executor } from '../../../src/service/database/dialect.ts'
import { completeEvents, insertPlainEvents } from './custom-events.ts'
import { links, type Person, plans, type SegmentFixture, topics } from './people.ts'
import { now } from './times.ts'

const fields = [
  ['ciudad', 'text', []],
  ['edad', 'number', []],
  ['alta', 'date', []],
  ['vip', 'boolean', []],
  ['plan', 'dropdown', plans],
  ['temas', 'multi', topics],
  ['web', 'url', []],
] as const

/** Inserts the people, with their lists, campaigns and events, in the state that the service leaves. */
export async function insertSegmentFixture(
  db: Executor,
  accountId: number,
  generated: readonly Omit<Person, 'id'>[],
): Promise<SegmentFixture> {
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
        .values({ account_id: accountId, campaign_id: campaign, position, url })
        .returning('id')
        .executeTakeFirstOrThrow()
      linkIds.set(`${index}.${position}`, id)
    }
  }
  const seen = new Set<string>()
  const people: Person[] = []
  for (const person of generated) {
    const key = `${person.list} ${person.email}`
    if (seen.has(key)) continue
    seen.add(key)
    people.push(
      await insertPerson(db, accountId, person, { listIds, fieldIds, campaignIds, linkIds }),
    )
  }
  const [first] = people
  first?.custom.unshift(...completeEvents)
  await insertPlainEvents(db, accountId, campaignIds, people)
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
  listIds: SegmentFixture['listIds']
  fieldIds: ReadonlyMap<string, number>
  campaignIds: readonly number[]
  linkIds: ReadonlyMap<string, number>
}

let addresses = 0

async function insertPerson(
  db: Executor,
  accountId: number,
  person: Omit<Person, 'id'>,
  { listIds, fieldIds, campaignIds, linkIds }: Ids,
): Promise<Person> {
  const lastVisit = (event: string) =>
    person.events
      .filter((each) => each.event === event && !each.machine)
      .reduce<number | null>((latest, { at }) => Math.max(latest ?? at, at), null)
  const { id } = await db
    .insertInto('contacts')
    .values({
      account_id: accountId,
      list_id: listIds[person.list],
      email: person.email,
      email_key: person.email,
      domain: person.email.split('@')[1] ?? '',
      nombre: person.nombre,
      nombre_key: foldName(person.nombre),
      status: person.status,
      source: person.source,
      version: 1,
      created_at: person.created_at,
      updated_at: person.created_at,
      confirmed_at: person.confirmed_at,
      unsubscribed_at: person.unsubscribed_at,
      last_open_at: lastVisit('open'),
      last_click_at: lastVisit('click'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const tag of person.tags) {
    await db
      .insertInto('contact_tags')
      .values({ account_id: accountId, contact_id: id, tag })
      .execute()
  }
  for (const [key, value] of Object.entries(person.values)) {
    const field_id = fieldIds.get(`${person.list}.${key}`)
    if (value === null || field_id === undefined) continue
    for (const [position, part] of (Array.isArray(value) ? value : [value]).entries()) {
      const isTime = key === 'alta'
      await db
        .insertInto('contact_values')
        .values({
          account_id: accountId,
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
  for (const { event, at, machine, campaign, link, failed } of person.events) {
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
          attempts: 1,
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
  return { ...person, id }
}
