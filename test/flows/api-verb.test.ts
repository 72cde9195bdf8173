import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRoute } from '../../src/cli/commands/api/route.ts'
import { endpoints } from '../../src/contract/index.ts'
import { type ForeignServer, startForeignServer } from '../support/foreign-server.ts'
import { addList, addSender, campaignOf } from '../support/mailing.ts'
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
  foreign.heard.length = 0
})
afterAll(async () => {
  await foreign.close()
  await server.close()
})

const there = (...words: string[]) =>
  remite().with({ env: { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'a.b.c' } })('api', ...words)

const sent = () => foreign.heard.filter(({ method }) => method !== 'GET')

test('every route of the contract is known by its address, in whatever letters', () => {
  for (const { id, endpoint } of endpoints) {
    const path = endpoint.path.replaceAll(':xsid', 'qwertyuiop').replace(/:\w+/g, '7')
    for (const spelled of [path, path.slice(1).toUpperCase(), `//${path}/?x=1`]) {
      expect(readRoute(endpoint.method, spelled).known?.id, spelled).toBe(id)
    }
  }
})

test('fields go to the query of a GET and to the body otherwise, typed or as text', async () => {
  foreign.answer('GET /things', { body: [] })
  foreign.answer('POST /things', { body: { ok: true } })
  await there('GET', '/things?page=2', '-f', 'status=active', '-F', 'deep=true', '--limit', '5')
  const [read] = foreign.heard
  expect(read?.target).toBe('/v3/api/things?page=2&status=active&deep=1&limit=5')
  const file = join(remite().folder, 'text.html')
  writeFileSync(file, '<p>Hi</p>')
  await there(
    ...['POST', 'things', '-f', 'n=1', '-F', 'm=1', '-F', 'on=true', '-F', 'none=null'],
    ...['-F', `html=@${file}`, '-F', 'big=12345678901234567890', '-f', 'a=1', '-f', 'a=2'],
    ...['-f', 'tags[]=x', '-F', 'utm[year]=2027', '-f', 'utm[source]=mail'],
  )
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
    ...{ n: '1', m: 1, on: true, none: null, html: '<p>Hi</p>', big: '12345678901234567890' },
    ...{ a: ['1', '2'], tags: ['x'], utm: { year: 2027, source: 'mail' } },
  })
})

test('a body comes from a file or standard input, and fields are put over it', async () => {
  const stdin = JSON.stringify({ name: 'News', description: 'Old' })
  const words = ['api', 'POST', '/lists', '--input', '-', '-f', 'description=New', '--dry-run']
  const ran = await cli.with({ stdin })(...words, '--json')
  expect(ran.json()).toMatchObject({ method: 'POST', body: { name: 'News', description: 'New' } })
  expect((await cli.with({ stdin: '{"name":' })(...words)).code).toBe(2)
  expect((await cli.with({ stdin: '[1]' })(...words)).code).toBe(2)
})

test('the answer is written as it came, or as rows where that is asked for', async () => {
  foreign.answer('GET /campaigns', { body: { data: [{ id: 7 }], page: { of: 3 } } })
  expect((await there('GET', '/campaigns')).stdout).toBe('{"data":[{"id":7}],"page":{"of":3}}\n')
  foreign.answer('GET /things', {
    body: [
      { id: 7, name: 'A' },
      { id: 8, name: 'B' },
    ],
  })
  expect((await there('GET', '/things', '-o', 'csv')).stdout).toBe('id,name\r\n7,A\r\n8,B\r\n')
  expect((await there('GET', '/things', '--fields', 'name', '-o', 'tsv')).stdout).toBe('A\nB\n')
  foreign.answer('GET /text', { headers: { 'content-type': 'text/plain' }, body: 'as it is' })
  expect((await there('GET', '/text')).stdout).toBe('as it is')
})

test('a send asks for what its verb asks for, however its address is written', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  const paths = [`/campaigns/${body.id}/send`, `campaigns//${body.id}/./%73end/`]
  for (const path of [...paths, `/CAMPAIGNS/${body.id}/Send`]) {
    const asked = await cli('api', 'put', path, '--json', '-q')
    expect([asked.code, JSON.parse(asked.stderr).error.code]).toEqual([7, 'confirmation_needed'])
  }
  expect((await server.api('GET', `/campaigns/${body.id}`)).body.status).toBe('draft')
  const done = await cli('api', 'PUT', paths[0] ?? '', '--yes')
  expect([done.code, JSON.parse(done.stdout).status]).toEqual([0, 'queued'])
})

test('a campaign created by a call is confirmed like one created by the verb, or needs no draft', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const { camp_name, asunto, html, from_mail } = campaignOf(list, {})
  const fields = Object.entries({ camp_name, asunto, html, from_mail, list_id: list })
  const words = fields.flatMap(([name, value]) =>
    name === 'list_id' ? ['-f', `list_id[]=${value}`] : ['-f', `${name}=${value}`],
  )
  expect((await cli('api', 'POST', '/campaigns', ...words)).code).toBe(7)
  expect((await cli('api', 'POST', '/campaigns', ...words.slice(2))).code).toBe(2)
  const draft = await cli('api', 'POST', '/campaigns', ...words, '-F', 'draft=true')
  expect([draft.code, JSON.parse(draft.stdout).status]).toEqual([0, 'draft'])
})

test('what is deleted is confirmed, and so is the unknown that may send or delete', async () => {
  const { stdout } = await cli('lists', 'create', '--name', 'Old', '-o', 'ids')
  const path = `/lists/${stdout.trim()}`
  expect((await cli('api', 'DELETE', path)).code).toBe(7)
  expect((await cli('api', 'DELETE', path, '--yes')).code).toBe(0)
  expect((await there('DELETE', '/things/1')).code).toBe(7)
  expect((await there('POST', '/campaigns/7/send', '--yes')).code).toBe(7)
  expect(sent()).toEqual([])
  foreign.answer('POST /campaigns/7/send', { body: { ok: true } })
  const call = 'POST /campaigns/7/send'
  expect((await there('POST', '/campaigns/7/send', '--confirm', call)).code).toBe(0)
})

test('a field that would be ignored where it protects goes to no server that does not announce it', async () => {
  const draft = await there(
    ...['POST', '/campaigns', '-f', 'camp_name=A', '-f', 'asunto=B', '-f', 'from_mail=a@b.example'],
    ...['-f', 'list_id[]=1', '-F', 'draft=true'],
  )
  expect(draft.code).toBe(14)
  expect((await there('GET', '/lists/1/contacts', '-f', 'segment_id=4')).code).toBe(14)
  expect(sent()).toEqual([])
})

test('the same call twice is one call where it creates', async () => {
  const words = ['api', 'POST', '/lists', '-f', 'name=Once']
  const first = await cli(...words)
  const second = await cli(...words)
  expect(second.code).toBe(0)
  expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id)
  expect(JSON.parse(second.stdout).repeated).toBe(true)
})

test('a campaign for another time is another campaign, though the rest is the same', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const body = campaignOf(list, { camp_name: 'Monthly' })
  const at = async (scheduled_at: string) => {
    const stdin = JSON.stringify({ ...body, scheduled_at, timezone: 'Europe/Madrid' })
    const ran = await cli.with({ stdin })('api', 'POST', '/campaigns', '--input', '-', '--yes')
    return JSON.parse(ran.stdout).id
  }
  const first = await at('2099-01-01T09:00:00Z')
  expect(await at('2099-01-01T09:00:00Z')).toBe(first)
  expect(await at('2099-02-01T09:00:00Z')).not.toBe(first)
})

test('a dry run sends nothing and needs no session', async () => {
  const words = ['api', 'DELETE', '/campaigns/7', '--dry-run', '--json']
  const ran = await remite().with({ env: { REMITE_API_URL: foreign.url } })(...words)
  expect(ran.json()).toMatchObject({ dry_run: true, url: `${foreign.url}/campaigns/7` })
  expect(foreign.heard).toEqual([])
})

test('no secret is taken from the command line, and no path leads out of the API', async () => {
  const typed = await there('POST', '/users', '-f', 'pass=geheim', '--json')
  expect([typed.code, JSON.parse(typed.stderr).error.code]).toEqual([2, 'secret_in_flag'])
  expect(typed.stderr).not.toContain('geheim')
  expect((await there('GET', '/../../health')).code).toBe(2)
  expect((await there('PATCH', '/lists/1')).code).toBe(2)
  expect(foreign.heard).toEqual([])
})

test('public routes need no session', async () => {
  const anyone = remite().with({ env: { REMITE_API_URL: foreign.url } })
  const ran = await anyone('api', 'GET', '/subscription/qwesrtysuio')
  expect([ran.code, JSON.parse(ran.stdout).email]).toEqual([0, 'eva@example.org'])
  expect(foreign.heard[0]?.headers.authorization).toBeUndefined()
})
