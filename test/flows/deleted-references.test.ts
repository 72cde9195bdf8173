import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareNextCampaign } from '../../src/service/delivery/prepare-audience.ts'
import { startScheduledCampaigns } from '../../src/service/delivery/start-scheduled.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

let clock: TestClock
let server: TestService
let list: number
beforeEach(async () => {
  clock = testClock()
  server = await startService({ clock })
  await addSender(server)
  list = await addList(server, ['ana@correo.example', 'never@correo.example'])
})
afterEach(() => server.close())

const codeOf = ({ status, body }: Awaited<ReturnType<TestService['api']>>) =>
  status === 200 ? 'ok' : [body.code, ...(body.errors ?? []).map((error: Problem) => error.field)]

interface Problem {
  field: string
}

/** A list with the person who must not be mailed. */
const addExcluded = () => addList(server, ['never@correo.example'])

async function addCampaign(more: object): Promise<number> {
  const { status, body } = await server.api('POST', '/campaigns', campaignOf(list, more))
  expect([status, body.errors]).toEqual([200, undefined])
  return body.id
}

const remove = (what: 'lists' | 'segments', id: number) => server.api('DELETE', `/${what}/${id}`)

async function problemsIn(id: number): Promise<unknown> {
  const { body } = await server.api('GET', `/campaigns/${id}/check`)
  const errors = body.items.filter(({ level }: { level: string }) => level === 'error')
  type Item = { code: string; values: object }
  return [body.ready, errors.map(({ code, values }: Item) => ({ code, ...values }))]
}

const gone = (field: string, id: number) => [
  false,
  [expect.objectContaining({ code: 'reference_gone', field, id })],
]

/** Every way in which a campaign begins to send, or a part of it. */
async function beginnings(id: number): Promise<unknown[]> {
  const at = { scheduled_at: new Date(clock.now() + 3_600_000).toISOString() }
  return [
    codeOf(await server.api('PUT', `/campaigns/${id}/send`)),
    codeOf(await server.api('PUT', `/campaigns/${id}/schedule`, at)),
  ]
}

test('a draft names the excluded list that was deleted, and is not sent without it', async () => {
  const excluded = await addExcluded()
  const id = await addCampaign({ exclude_list_id: [String(excluded)], draft: true })
  expect((await remove('lists', excluded)).status).toBe(200)
  expect(await problemsIn(id)).toEqual(gone('exclude_list_id', excluded))
  const refused = ['invalid', 'exclude_list_id.0']
  expect(await beginnings(id)).toEqual([refused, refused])
  // Another change of the draft is still possible, and a new choice makes it ready.
  expect(codeOf(await server.api('PUT', `/campaigns/${id}`, { camp_name: 'Otra' }))).toBe('ok')
  expect(codeOf(await server.api('PUT', `/campaigns/${id}`, { list_id: [list] }))).toEqual(refused)
  const edit = { exclude_list_id: [await addExcluded()] }
  expect(codeOf(await server.api('PUT', `/campaigns/${id}`, edit))).toBe('ok')
  expect(await problemsIn(id)).toEqual([true, []])
})

test('copies of a campaign with a deleted excluded list are drafts that cannot be sent', async () => {
  const excluded = await addExcluded()
  const id = await addCampaign({ exclude_list_id: [String(excluded)], draft: true })
  const { db } = server.service
  await db.updateTable('campaigns').set({ status: 'sent' }).where('id', '=', id).execute()
  expect((await remove('lists', excluded)).status).toBe(200)
  const copies = [
    await server.api('POST', `/campaigns/${id}/duplicate`, {}),
    await server.api('POST', `/campaigns/${id}/resend`, { to: 'new' }),
  ]
  for (const { status, body } of copies) {
    expect(status).toBe(200)
    expect(await problemsIn(body.id)).toEqual(gone('exclude_list_id', excluded))
    expect(await beginnings(body.id)).toEqual([
      ['invalid', 'exclude_list_id.0'],
      ['invalid', 'exclude_list_id.0'],
    ])
  }
  expect(await db.selectFrom('recipients').select('id').execute()).toEqual([])
})

test('a deleted included list stops a campaign too', async () => {
  const other = await addList(server, ['eva@correo.example'])
  const id = await addCampaign({ list_id: [list, other].map(String), draft: true })
  await remove('lists', other)
  expect(await problemsIn(id)).toEqual(gone('list_id', other))
  expect((await beginnings(id))[0]).toEqual(['invalid', 'list_id.1'])
})

test('a segment that is gone is named by the check', async () => {
  const segment = await addSegment()
  const id = await addCampaign({ segment_id: segment, draft: true })
  expect(codeOf(await remove('segments', segment))).toEqual(['in_use'])
  await server.service.db.deleteFrom('segments').where('id', '=', segment).execute()
  expect(await problemsIn(id)).toEqual(gone('segment_id', segment))
  expect((await beginnings(id))[0]).toEqual(['invalid', 'segment_id'])
})

async function addSegment(): Promise<number> {
  const { status, body } = await server.api('POST', '/segments', {
    name: 'Todos',
    conditions: { op: 'and', rules: [{ field: 'email', operator: 'contains', value: '@' }] },
  })
  expect([status, body.errors]).toEqual([200, undefined])
  return body.id
}

/** Removes the row of a list as a database of an older version may lack it. */
const lose = (excluded: number) =>
  server.service.db.deleteFrom('lists').where('id', '=', excluded).execute()

const prepare = () =>
  prepareNextCampaign(server.service, {
    claim: 'claim',
    order: 'oldest',
    signal: new AbortController().signal,
  })

const pauseOf = async (id: number) => {
  const { status, reason } = (await server.api('GET', `/campaigns/${id}`)).body
  return [status, reason]
}

test('a campaign whose list is gone is paused when its audience is fixed, and cannot be resumed', async () => {
  const excluded = await addExcluded()
  const at = new Date(clock.now() + 3_600_000).toISOString()
  const queued = await addCampaign({ exclude_list_id: [String(excluded)] })
  const scheduled = await addCampaign({ exclude_list_id: [String(excluded)], scheduled_at: at })
  await lose(excluded)
  clock.advance(3_600_001)
  await startScheduledCampaigns(server.service)
  while (await prepare());
  expect(await pauseOf(queued)).toEqual(['paused', 'list'])
  expect(await pauseOf(scheduled)).toEqual(['paused', 'list'])
  expect(codeOf(await server.api('PUT', `/campaigns/${queued}/resume`))).toEqual([
    'invalid',
    'exclude_list_id.0',
  ])
  expect(await server.service.db.selectFrom('recipients').select('id').execute()).toEqual([])
})

test('deleting a list names the campaign that needs it, and a deleted campaign needs none', async () => {
  const excluded = await addExcluded()
  const at = new Date(clock.now() + 3_600_000).toISOString()
  const id = await addCampaign({ exclude_list_id: [String(excluded)], scheduled_at: at })
  const refused = await remove('lists', excluded)
  expect([codeOf(refused), refused.body.detail]).toEqual([
    ['in_use'],
    expect.stringContaining('Rebajas'),
  ])
  expect(codeOf(await server.api('DELETE', `/campaigns/${id}`))).toBe('ok')
  expect(codeOf(await remove('lists', excluded))).toBe('ok')
})

test('a campaign and the deletion of its excluded list at the same moment: one of the two happens', async () => {
  const results: string[] = []
  for (let round = 0; round < 40; round++) {
    const excluded = await addExcluded()
    const [made, deleted] = await Promise.all([
      server.api('POST', '/campaigns', campaignOf(list, { exclude_list_id: [String(excluded)] })),
      remove('lists', excluded),
    ])
    results.push(`${made.status} ${deleted.status}`)
  }
  expect(results.filter((result) => result === '200 200')).toEqual([])
  while (await prepare());
  const mailed = await server.service.db.selectFrom('recipients').select('address_key').execute()
  expect(mailed.filter(({ address_key }) => address_key.startsWith('never'))).toEqual([])
})

test('so it is for a draft that is sent, and for an automation that is activated', async () => {
  const results: string[] = []
  for (let round = 0; round < 15; round++) {
    const excluded = await addExcluded()
    const id = await addCampaign({ exclude_list_id: [String(excluded)], draft: true })
    const [sent, deleted] = await Promise.all([
      server.api('PUT', `/campaigns/${id}/send`),
      remove('lists', excluded),
    ])
    results.push(`send ${sent.status} ${deleted.status}`)
  }
  for (let round = 0; round < 15; round++) {
    const trigger = await addExcluded()
    const { body } = await server.api('POST', '/automations', {
      name: `Bienvenida ${round}`,
      trigger: { type: 'list_joined', list_id: trigger },
      nodes: [
        { id: 'start', type: 'trigger', config: {} },
        { id: 'tag', type: 'add_tag', config: { tag: 'x' } },
      ],
      edges: [{ from: 'start', to: 'tag' }],
    })
    const [activated, deleted] = await Promise.all([
      server.api('PUT', `/automations/${body.id}/activate`),
      remove('lists', trigger),
    ])
    results.push(`activate ${activated.status} ${deleted.status}`)
  }
  expect(results.filter((result) => result.endsWith('200 200'))).toEqual([])
})
