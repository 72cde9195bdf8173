import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRoute } from '../../src/cli/api/route.ts'
import { endpoints } from '../../src/contract/index.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { type ForeignServer, startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let foreign: ForeignServer
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  foreign = await startForeignServer()
  cli = remite(server)
  await addSender(server)
})
beforeEach(() => {
  foreign.requests.length = 0
})
afterAll(async () => {
  await foreign.close()
  await server.close()
})

const callForeign = (...args: string[]) =>
  remite().with({ env: { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'a.b.c' } })('api', ...args)

const sent = () => foreign.requests.filter(({ method }) => method !== 'GET')

test('every route of the contract is found by its address, in upper or lower case', () => {
  for (const { id, endpoint } of endpoints) {
    const path = endpoint.path.replaceAll(':xsid', 'qwertyuiop').replace(/:\w+/g, '7')
    for (const spelled of [path, path.slice(1).toUpperCase(), `//${path}/?x=1`]) {
      expect(readRoute(endpoint.method, spelled).known?.id, spelled).toBe(id)
    }
  }
})

test('fields go to the query of a GET and otherwise to the body, typed or as text', async () => {
  foreign.respond('GET /things', { body: [] })
  foreign.respond('POST /things', { body: { ok: true } })
  await callForeign(
    'GET',
    '/things?page=2',
    '-f',
    'status=active',
    '-F',
    'deep=true',
    '--limit',
    '5',
  )
  const [read] = foreign.requests
  expect(read?.target).toBe('/v3/api/things?page=2&status=active&deep=1&limit=5')
  const file = join(remite().folder, 'text.html')
  writeFileSync(file, '<p>Hi</p>')
  await callForeign(
    ...['POST', 'things', '-f', 'n=1', '-F', 'm=1', '-F', 'on=true', '-F', 'none=null'],
    ...['-F', `html=@${file}`, '-F', 'big=12345678901234567890', '-f', 'a=1', '-f', 'a=2'],
    ...['-f', 'tags[]=x', '-F', 'utm[year]=2027', '-f', 'utm[source]=mail'],
  )
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
    ...{ n: '1', m: 1, on: true, none: null, html: '<p>Hi</p>', big: '12345678901234567890' },
    ...{ a: ['1', '2'], tags: ['x'], utm: { year: 2027, source: 'mail' } },
  })
})

test('a body comes from a file or standard input, and fields override it', async () => {
  const stdin = JSON.stringify({ name: 'News', description: 'Old' })
  const args = ['api', 'POST', '/lists', '--input', '-', '-f', 'description=New', '--dry-run']
  const result = await cli.with({ stdin })(...args, '--json')
  expect(result.json()).toMatchObject({
    method: 'POST',
    body: { name: 'News', description: 'New' },
  })
  expect((await cli.with({ stdin: '{"name":' })(...args)).code).toBe(2)
  expect((await cli.with({ stdin: '[1]' })(...args)).code).toBe(2)
})

test('the response is written unchanged, or as rows on request', async () => {
  foreign.respond('GET /campaigns', { body: { data: [{ id: 7 }], page: { of: 3 } } })
  expect((await callForeign('GET', '/campaigns')).stdout).toBe(
    '{"data":[{"id":7}],"page":{"of":3}}\n',
  )
  foreign.respond('GET /things', {
    body: [
      { id: 7, name: 'A' },
      { id: 8, name: 'B' },
    ],
  })
  expect((await callForeign('GET', '/things', '-o', 'csv')).stdout).toBe(
    'id,name\r\n7,A\r\n8,B\r\n',
  )
  expect((await callForeign('GET', '/things', '--fields', 'name', '-o', 'tsv')).stdout).toBe(
    'A\nB\n',
  )
  foreign.respond('GET /text', { headers: { 'content-type': 'text/plain' }, body: 'as it is' })
  expect((await callForeign('GET', '/text')).stdout).toBe('as it is')
})

test('a send through its address asks for the same confirmation as its verb', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  const paths = [`/campaigns/${body.id}/send`, `campaigns//${body.id}/./%73end/`]
  for (const path of [...paths, `/CAMPAIGNS/${body.id}/Send`]) {
    const unconfirmed = await cli('api', 'put', path, '--json', '-q')
    expect([unconfirmed.code, JSON.parse(unconfirmed.stderr).error.code]).toEqual([
      7,
      'confirmation_needed',
    ])
  }
  expect((await server.api('GET', `/campaigns/${body.id}`)).body.status).toBe('draft')
  const confirmed = await cli('api', 'PUT', paths[0] ?? '', '--yes')
  expect([confirmed.code, JSON.parse(confirmed.stdout).status]).toEqual([0, 'queued'])
})

test('a campaign created by a raw call is confirmed as by the verb, unless it is a draft', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const { camp_name, asunto, html, from_mail } = campaignOf(list, {})
  const fields = Object.entries({ camp_name, asunto, html, from_mail, list_id: list })
  const args = fields.flatMap(([name, value]) =>
    name === 'list_id' ? ['-f', `list_id[]=${value}`] : ['-f', `${name}=${value}`],
  )
  expect((await cli('api', 'POST', '/campaigns', ...args)).code).toBe(7)
  expect((await cli('api', 'POST', '/campaigns', ...args.slice(2))).code).toBe(2)
  const draft = await cli('api', 'POST', '/campaigns', ...args, '-F', 'draft=true')
  expect([draft.code, JSON.parse(draft.stdout).status]).toEqual([0, 'draft'])
})

test('deletes ask for confirmation, and so does any unknown route that may send or delete', async () => {
  const { stdout } = await cli('lists', 'create', '--name', 'Old', '-o', 'ids')
  const path = `/lists/${stdout.trim()}`
  expect((await cli('api', 'DELETE', path)).code).toBe(7)
  expect((await cli('api', 'DELETE', path, '--yes')).code).toBe(0)
  expect((await callForeign('DELETE', '/things/1')).code).toBe(7)
  expect((await callForeign('POST', '/campaigns/7/send', '--yes')).code).toBe(7)
  expect(sent()).toEqual([])
  foreign.respond('POST /campaigns/7/send', { body: { ok: true } })
  const call = 'POST /campaigns/7/send'
  expect((await callForeign('POST', '/campaigns/7/send', '--confirm', call)).code).toBe(0)
})

test('a protective field is not sent to a server that does not announce support for it', async () => {
  const draft = await callForeign(
    ...['POST', '/campaigns', '-f', 'camp_name=A', '-f', 'asunto=B', '-f', 'from_mail=a@b.example'],
    ...['-f', 'list_id[]=1', '-F', 'draft=true'],
  )
  expect(draft.code).toBe(14)
  expect((await callForeign('GET', '/lists/1/contacts', '-f', 'segment_id=4')).code).toBe(14)
  expect(sent()).toEqual([])
})

test('repeating a call that can reach people within a day makes one call', async () => {
  const list = await addList(server, [])
  const args = ['api', 'POST', `/lists/${list}/contacts`, '-f', 'email=ana@correo.example']
  const first = await cli(...args)
  const second = await cli(...args)
  expect(second.code).toBe(0)
  expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id)
  expect(JSON.parse(second.stdout).repeated).toBe(true)
})

test('a campaign for another time is a different campaign, even if the rest is equal', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const body = campaignOf(list, { camp_name: 'Monthly' })
  const schedule = async (scheduled_at: string) => {
    const stdin = JSON.stringify({ ...body, scheduled_at, timezone: 'Europe/Madrid' })
    const result = await cli.with({ stdin })('api', 'POST', '/campaigns', '--input', '-', '--yes')
    return JSON.parse(result.stdout).id
  }
  const first = await schedule('2099-01-01T09:00:00Z')
  expect(await schedule('2099-01-01T09:00:00Z')).toBe(first)
  expect(await schedule('2099-02-01T09:00:00Z')).not.toBe(first)
})

test('a dry run sends nothing and needs no session', async () => {
  const args = ['api', 'DELETE', '/campaigns/7', '--dry-run', '--json']
  const result = await remite().with({ env: { REMITE_API_URL: foreign.url } })(...args)
  expect(result.json()).toMatchObject({ dry_run: true, url: `${foreign.url}/campaigns/7` })
  expect(foreign.requests).toEqual([])
})

test('secrets are refused on the command line, and paths cannot leave the API', async () => {
  const typed = await callForeign('POST', '/users', '-f', 'pass=geheim', '--json')
  expect([typed.code, JSON.parse(typed.stderr).error.code]).toEqual([2, 'secret_in_flag'])
  expect(typed.stderr).not.toContain('geheim')
  expect((await callForeign('GET', '/../../health')).code).toBe(2)
  expect((await callForeign('PATCH', '/lists/1')).code).toBe(2)
  expect(foreign.requests).toEqual([])
})

test('public routes need no session', async () => {
  const anyone = remite().with({ env: { REMITE_API_URL: foreign.url } })
  const result = await anyone('api', 'GET', '/subscription/qwesrtysuio')
  expect([result.code, JSON.parse(result.stdout).email]).toEqual([0, 'eva@example.org'])
  expect(foreign.requests[0]?.headers.authorization).toBeUndefined()
})
