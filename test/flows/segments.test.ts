import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
beforeAll(async () => {
  server = await startService({ workers: true })
  await addSender(server)
})
afterAll(() => server.close())

const inLugo = { op: 'and', rules: [{ field: 'ciudad', operator: 'eq', value: 'lugo' }] }

let lists = 0
/** Creates a list with a city field and these contacts, as a map from address to city. */
async function newList(people: Record<string, string>, more: object = {}) {
  const { body } = await server.api('POST', '/lists', { name: `people ${++lists}` })
  const field = await server.api('POST', `/lists/${body.id}/fields`, {
    name: 'Ciudad',
    type: 'text',
    ...more,
  })
  const contacts = Object.entries(people).map(([email, ciudad]) => ({
    email,
    customFields: { ciudad },
    tags: ['seen'],
  }))
  await server.api('POST', `/lists/${body.id}/contacts`, { contacts })
  return { list: body.id as number, field: field.body.id as number }
}

async function newSegment(conditions: object, list_id?: number): Promise<number> {
  const name = `segment ${++lists}`
  const { status, body } = await server.api('POST', '/segments', { name, list_id, conditions })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

const emailsIn = (contacts: { email: string }[]) => contacts.map(({ email }) => email)

/** Returns the error codes by field. */
const errorCodes = ({ errors }: { errors: { field: string; code: string }[] }) =>
  Object.fromEntries(errors.map(({ field, code }) => [field, code]))

test('a segment is created, returned as sent, edited, duplicated, listed and deleted', async () => {
  const { list } = await newList({ 'ana@example.org': 'Lugo' })
  const id = await newSegment(inLugo, list)
  const path = `/segments/${id}`
  const { body } = await server.api('GET', path)
  expect(body).toMatchObject({ id, list_id: list, conditions: inLugo, contacts: null })
  await server.api('PUT', path, { name: 'Lucenses' })
  const copy = await server.api('POST', `${path}/duplicate`, {})
  expect((await server.api('GET', `/segments/${copy.body.id}`)).body).toMatchObject({
    name: 'Lucenses (2)',
    conditions: inLugo,
  })
  const found = await server.api('GET', '/segments?q=lucen')
  expect(found.body.map((segment: { id: number }) => segment.id)).toEqual([id, copy.body.id])
  expect(
    (await server.api('POST', '/segments', { name: 'lucenses', conditions: inLugo })).status,
  ).toBe(409)
  expect((await server.api('DELETE', path)).body).toEqual({ ok: true })
  expect((await server.api('GET', path)).status).toBe(404)
})

test('a preview counts matching and mailable contacts and shows some of them', async () => {
  const { list } = await newList({
    'ana@example.org': 'LUGO',
    'eva@example.org': 'Lugo',
    'leo@example.org': 'Vigo',
  })
  await server.api('PUT', `/lists/${list}/contacts/eva@example.org`, { status: 'unsubscribed' })
  const id = await newSegment(inLugo, list)
  const { body } = await server.api('GET', `/segments/${id}/preview?limit=1`)
  expect(body).toMatchObject({ total: 2, sendable: 1 })
  expect(body.sample).toMatchObject([
    { email: 'ana@example.org', list_id: list, customFields: [{ value: 'LUGO' }], tags: ['seen'] },
  ])
  const unsaved = { conditions: { op: 'not', rules: inLugo.rules }, list_id: String(list) }
  const preview = await server.api('POST', '/segments/preview', unsaved)
  expect([preview.body.total, emailsIn(preview.body.sample)]).toEqual([1, ['leo@example.org']])
})

test('a preview shows the first matches, however far apart they are', async () => {
  const others = Array.from(
    { length: 1100 },
    (_, index) => [`n${index}@example.org`, 'Vigo'] as const,
  )
  const { list } = await newList({ 'ana@example.org': 'Lugo' })
  const add = (people: readonly (readonly [email: string, ciudad: string])[]) =>
    server.api('POST', `/lists/${list}/contacts`, {
      contacts: people.map(([email, ciudad]) => ({ email, customFields: { ciudad } })),
    })
  await add(others)
  await add([
    ['eva@example.org', 'LUGO'],
    ['leo@example.org', 'lugo'],
  ])
  const id = await newSegment(inLugo, list)
  const sampleOf = async (limit: number) => {
    const { body } = await server.api('GET', `/segments/${id}/preview?limit=${limit}`)
    return [body.total, ...emailsIn(body.sample)]
  }
  expect(await sampleOf(2)).toEqual([3, 'ana@example.org', 'eva@example.org'])
  expect(await sampleOf(10)).toEqual([3, 'ana@example.org', 'eva@example.org', 'leo@example.org'])
})

test('a count reports each rule alone, and a refresh stores the number', async () => {
  const { list } = await newList({ 'ana@example.org': 'Lugo', 'eva@example.org': 'Lugo' })
  const nested = {
    op: 'and',
    rules: [
      ...inLugo.rules,
      {
        op: 'or',
        rules: [{ field: 'email', operator: 'starts_with', value: 'Ana' }, { event: 'open' }],
      },
    ],
  }
  const id = await newSegment(nested, list)
  expect((await server.api('GET', `/segments/${id}/count`)).body).toEqual({
    total: 1,
    sendable: 1,
    per_rule: [
      { pointer: '/rules/0', total: 2 },
      { pointer: '/rules/1/rules/0', total: 1 },
      { pointer: '/rules/1/rules/1', total: 0 },
    ],
  })
  const { body } = await server.api('POST', `/segments/${id}/refresh`)
  expect(body).toMatchObject({ ok: true, contacts: 1 })
  const stored = await server.api('GET', `/segments/${id}`)
  expect(stored.body).toMatchObject({ contacts: 1, computed_at: body.computed_at })
})

test('contacts of a segment are paged, and a list can be filtered by segment', async () => {
  const { list } = await newList({
    'ana@example.org': 'Lugo',
    'eva@example.org': 'Lugo',
    'leo@example.org': 'Vigo',
  })
  const id = await newSegment(inLugo, list)
  const first = await server.api('GET', `/segments/${id}/contacts?limit=1`)
  expect(emailsIn(first.body)).toEqual(['ana@example.org'])
  const cursor = first.headers.get('x-next-cursor')
  const second = await server.api('GET', `/segments/${id}/contacts?limit=1&cursor=${cursor}`)
  expect(emailsIn(second.body)).toEqual(['eva@example.org'])
  expect(second.headers.get('x-next-cursor')).toBeNull()
  const onList = await server.api('GET', `/lists/${list}/contacts?segment_id=${id}&order=desc`)
  expect(emailsIn(onList.body)).toEqual(['eva@example.org', 'ana@example.org'])
})

test('every invalid rule is named by a JSON Pointer, all at once', async () => {
  const { list } = await newList({})
  await server.api('POST', `/lists/${list}/fields`, {
    name: 'Plan',
    type: 'dropdown',
    options: ['free', 'pro'],
  })
  const theirs = await (await server.other()).api('POST', '/lists', { name: 'theirs' })
  const rules = [
    { field: 'nothing', operator: 'eq', value: 'x' },
    { field: 'ciudad', operator: 'before', value: 'x' },
    { field: 'plan', operator: 'in', value: ['pro', 'gold'] },
    { field: 'created_at', operator: 'after', value: '2026-02-31' },
    { field: 'created_at', operator: 'between', value: ['2026-03-01', '2026-02-01'] },
    { field: 'email', operator: 'eq' },
    { field: 'email', operator: 'is_set', value: 'x' },
    { field: 'lists', operator: 'contains', value: theirs.body.id },
    { event: 'custom' },
    { event: 'open', campaign_id: 999_999 },
    { event: 'open', link: 'https://example.org' },
    { event: 'open', count: { op: 'more', n: 1 } },
    { op: 'xor', rules: [{ field: 'email' }] },
    { op: 'and', rules: [] },
  ]
  const answer = await server.api('POST', '/segments', {
    name: 'wrong',
    list_id: list,
    conditions: { op: 'and', rules },
  })
  expect(answer.status).toBe(422)
  expect(errorCodes(answer.body)).toEqual({
    '/conditions/rules/0/field': 'unknown_field',
    '/conditions/rules/1/operator': 'not_a_choice',
    '/conditions/rules/2/value/1': 'not_a_choice',
    '/conditions/rules/3/value': 'bad_time',
    '/conditions/rules/4/value': 'bad_range',
    '/conditions/rules/5/value': 'required',
    '/conditions/rules/6/value': 'unknown_field',
    '/conditions/rules/7/value': 'unknown_id',
    '/conditions/rules/8/name': 'required',
    '/conditions/rules/9/campaign_id': 'unknown_id',
    '/conditions/rules/10/link': 'unknown_field',
    '/conditions/rules/11/count/op': 'not_a_choice',
    '/conditions/rules/12/op': 'not_a_choice',
    '/conditions/rules/12/rules/0/operator': 'required',
    '/conditions/rules/13/rules': 'too_few',
  })
})

test('more than a hundred rules or five levels of groups are refused', async () => {
  const rule = { field: 'email', operator: 'is_set' }
  const preview = (conditions: object) => server.api('POST', '/segments/preview', { conditions })
  const deep = (levels: number): object =>
    levels === 1 ? { op: 'and', rules: [rule] } : { op: 'and', rules: [deep(levels - 1)] }
  expect((await preview(deep(5))).status).toBe(200)
  expect(errorCodes((await preview(deep(6))).body)).toEqual({
    [`/conditions${'/rules/0'.repeat(5)}`]: 'too_deep',
  })
  const half = { op: 'or', rules: Array(50).fill(rule) }
  expect((await preview({ op: 'and', rules: [half, half] })).status).toBe(200)
  const over = await preview({ op: 'and', rules: [half, half, rule] })
  expect(errorCodes(over.body)).toEqual({ '/conditions': 'too_many' })
})

test('a field key that differs between lists is refused until the field is named by id', async () => {
  const first = await newList({ 'ana@example.org': '18' })
  await server.api('POST', `/lists/${first.list}/fields`, { name: 'Cosa', type: 'number' })
  const two = await newList({})
  const { body } = await server.api('POST', `/lists/${two.list}/fields`, {
    name: 'Cosa',
    type: 'text',
  })
  const asking = (field: string) => ({ op: 'and', rules: [{ field, operator: 'is_set' }] })
  const refused = await server.api('POST', '/segments/preview', { conditions: asking('cosa') })
  expect(errorCodes(refused.body)).toEqual({ '/conditions/rules/0/field': 'ambiguous' })
  expect(refused.body.errors[0].message).toContain(String(body.id))
  const byName = await server.api('POST', '/segments/preview', {
    conditions: asking(String(body.id)),
  })
  expect(byName.status).toBe(200)
})

test('the catalogue lists fields, custom fields and events with their operators', async () => {
  const { list } = await newList({})
  await server.api('POST', `/lists/${list}/fields`, {
    name: 'Source',
    key: 'source',
    type: 'radio',
    options: ['a', 'b'],
  })
  const { body } = await server.api('GET', `/segments/fields?list_id=${list}`, undefined, {
    'accept-language': 'es',
  })
  const findField = (field: string) => body.find((each: { field: string }) => each.field === field)
  expect(findField('status')).toMatchObject({ kind: 'contact', type: 'dropdown', name: 'Estado' })
  expect(findField('status').values).toContain('unsubscribed')
  expect(findField('ciudad')).toMatchObject({ kind: 'custom', type: 'text', list_id: list })
  expect(findField('open')).toMatchObject({ kind: 'event', operators: ['eq', 'gte', 'lte'] })
  expect(findField('lists').values).toContain(String(list))
  expect(findField('conversion')).toMatchObject({ kind: 'event', name: 'Conversiones' })
  // A custom field called `source` is referenced by its id, because `source` is a built-in field.
  const custom = body.filter((each: { kind: string; type: string }) => each.type === 'radio')
  expect(custom).toMatchObject([
    { kind: 'custom', values: ['a', 'b'], field: expect.stringMatching(/^\d+$/) },
  ])
})

test('what a segment refers to cannot be deleted without force', async () => {
  const { list, field } = await newList({ 'ana@example.org': 'Lugo' })
  const id = await newSegment(inLugo, list)
  const refused = await server.api('DELETE', `/lists/${list}/fields/${field}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
  expect((await server.api('DELETE', `/lists/${list}`)).status).toBe(409)
  expect((await server.api('DELETE', `/lists/${list}/fields/${field}?force=1`)).status).toBe(200)
  const broken = await server.api('GET', `/segments/${id}/preview`)
  expect(errorCodes(broken.body)).toEqual({ '/conditions/rules/0/field': 'unknown_field' })
  await server.api('DELETE', `/segments/${id}`)
  expect((await server.api('DELETE', `/lists/${list}`)).status).toBe(200)
})

test('segments of another account cannot be seen, counted or used', async () => {
  const { list } = await newList({ 'ana@example.org': 'Lugo' })
  const id = await newSegment(inLugo, list)
  const otherAccount = await server.other()
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/preview'],
    ['GET', '/count'],
    ['GET', '/contacts'],
    ['POST', '/duplicate'],
    ['POST', '/refresh'],
  ] as const) {
    const { status } = await otherAccount.api(
      method,
      `/segments/${id}${path}`,
      method === 'GET' ? undefined : {},
    )
    expect(status, `${method} ${path}`).toBe(404)
  }
  expect((await otherAccount.api('POST', `/segments/${id}/list`, { name: 'mine' })).status).toBe(
    404,
  )
  const theirs = await otherAccount.api('POST', '/segments', {
    name: 'x',
    list_id: list,
    conditions: inLugo,
  })
  expect(errorCodes(theirs.body)).toEqual({ list_id: 'unknown_id' })
  const all = { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] }
  expect(
    (await otherAccount.api('POST', '/segments/preview', { conditions: all })).body.total,
  ).toBe(0)
})

test('a campaign with a segment goes to matching contacts of its lists only', async () => {
  const { list } = await newList({ 'ana@example.org': 'Lugo', 'eva@example.org': 'Vigo' })
  await newList({ 'leo@example.org': 'Lugo' })
  const segment = await newSegment(inLugo)
  const created = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { segment_id: String(segment) }),
  )
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  const path = `/campaigns/${created.body.id}`
  await waitFor(async () => (await server.api('GET', path)).body.recipients > 0)
  expect((await server.api('GET', path)).body.segment_id).toBe(segment)
  const recipients = await server.service.db
    .selectFrom('recipients')
    .select('address_key')
    .where('campaign_id', '=', created.body.id)
    .execute()
  expect(recipients).toEqual([{ address_key: 'ana@example.org' }])
})

test('an empty segment sends nothing, and a segment in use cannot be deleted', async () => {
  const { list } = await newList({ 'eva@example.org': 'Vigo' })
  const segment = await newSegment(inLugo, list)
  const refused = await server.api('POST', '/campaigns', campaignOf(list, { segment_id: segment }))
  expect([refused.status, refused.body.code]).toEqual([422, 'audience_empty'])
  const draft = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { segment_id: segment, draft: true }),
  )
  expect((await server.api('DELETE', `/segments/${segment}`)).body.code).toBe('in_use')
  await server.api('PUT', `/campaigns/${draft.body.id}`, { segment_id: null })
  expect((await server.api('DELETE', `/segments/${segment}`)).status).toBe(200)
  const unknown = await server.api('POST', '/campaigns', campaignOf(list, { segment_id: segment }))
  expect(errorCodes(unknown.body)).toEqual({ segment_id: 'unknown_id' })
})

test('a campaign whose segment refers to something deleted is paused and sent to nobody', async () => {
  const { list, field } = await newList({ 'ana@example.org': 'Lugo' })
  const segment = await newSegment(inLugo, list)
  const inAnHour = new Date(server.service.clock.now() + 3_600_000).toISOString()
  const { body } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { segment_id: segment, scheduled_at: inAnHour }),
  )
  await server.api('DELETE', `/lists/${list}/fields/${field}?force=1`)
  await server.service.db
    .updateTable('campaigns')
    .set({ scheduled_at: server.service.clock.now() })
    .where('id', '=', body.id)
    .execute()
  const stats = await untilStatus(server, body.id, 'paused')
  expect(stats.recipients).toBe(0)
  expect((await server.api('GET', `/campaigns/${body.id}`)).body.reason).toBe('segment')
})

test('a segment becomes a list with fields, tags and statuses of its contacts', async () => {
  const { list } = await newList({
    'ana@example.org': 'Lugo',
    'eva@example.org': 'Lugo',
    'leo@example.org': 'Vigo',
  })
  await server.api('PUT', `/lists/${list}/contacts/eva@example.org`, { status: 'unsubscribed' })
  const segment = await newSegment(inLugo, list)
  const { body } = await server.api('POST', `/segments/${segment}/list`, { name: 'Lucenses todos' })
  expect(body).toEqual({ ok: true, list_id: expect.any(Number), job_ids: [] })
  const copied = await server.api('GET', `/lists/${body.list_id}/contacts`)
  expect(copied.body).toMatchObject([
    {
      email: 'ana@example.org',
      status: 'active',
      customFields: [{ name: 'Ciudad', value: 'Lugo' }],
      tags: ['seen'],
    },
    { email: 'eva@example.org', status: 'unsubscribed' },
  ])
  const again = await server.api('POST', `/segments/${segment}/list`, { name: 'lucenses todos' })
  expect(again.status).toBe(409)
})

test('a large segment fills its list in a job', async () => {
  const people = Array.from({ length: 1001 }, (_, n) => [
    `p${n}@example.org`,
    n === 7 ? 'Vigo' : 'Lugo',
  ])
  const { list } = await newList(Object.fromEntries([...people, ['q@example.org', 'Lugo']]))
  const segment = await newSegment(inLugo, list)
  const { body } = await server.api('POST', `/segments/${segment}/list`, { name: 'Many' })
  expect(body.job_ids).toHaveLength(1)
  await waitFor(
    async () => (await server.api('GET', `/lists/${body.list_id}`)).body.contacts === 1001,
  )
})
