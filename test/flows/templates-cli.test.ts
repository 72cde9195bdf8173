import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await addSender(server)
})
afterAll(() => server.close())

const html = '<p>Hola {{ nombre }}</p>'

let count = 0
async function create(...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli.with({ stdin: html })(
    ...['templates', 'create', '--name', `Monthly ${++count}`, '--html', '-', '-o', 'ids', ...more],
  )
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim()
}

const pathOf = (name: string) => join(cli.folder, name)

test('a template is created, updated, found and archived', async () => {
  const id = await create('--subject', 'News')
  const changed = await cli('templates', 'create', '--id', id, '--subject', 'Later', '--json')
  expect(changed.json()).toEqual({ ok: true, id: Number(id), version: 2 })
  const first = await cli('templates', 'get', id, '--at-version', '1', '--json')
  expect(first.json()).toMatchObject({ asunto: 'News', html, version: 1 })
  const names = async (...more: string[]) =>
    (await cli('templates', 'list', '--q', `monthly ${count}`, '-o', 'ids', ...more)).stdout
  expect(await names()).toBe(`${id}\n`)
  expect((await cli('templates', 'create', '--id', id, '--archived')).code).toBe(0)
  expect([await names(), await names('--archived')]).toEqual(['', `${id}\n`])
})

test('a template is exported to a file and imported into another account', async () => {
  const id = await create('--subject', 'Noticias')
  const path = pathOf('monthly.json')
  const written = await cli('templates', 'export', id, '--file', path, '--json')
  expect(written.json()).toEqual({ file: path, bytes: readFileSync(path).length })
  const piped = await cli('templates', 'export', id)
  expect(piped.stdout).toBe(readFileSync(path, 'utf8'))
  const { token } = await server.other()
  const otherCli = remite({ url: server.url, token })
  const imported = await otherCli('templates', 'import', path, '-o', 'ids')
  expect([imported.code, imported.stderr]).toEqual([0, ''])
  expect((await otherCli('templates', 'export', imported.stdout.trim())).stdout).toBe(piped.stdout)
  const renamed = await otherCli('templates', 'import', path, '--name', 'Weekly', '--json')
  const { body } = await server.request(
    'GET',
    `/v3/api/templates/${renamed.json().id}`,
    undefined,
    {
      authorization: `Bearer ${token}`,
    },
  )
  expect(body).toMatchObject({ name: 'Weekly', html, asunto: 'Noticias' })
})

test('an existing file is overwritten only after confirmation', async () => {
  const id = await create()
  const path = pathOf('taken.json')
  writeFileSync(path, 'mine')
  const unconfirmed = await cli('templates', 'export', id, '--file', path)
  expect([unconfirmed.code, readFileSync(path, 'utf8')]).toEqual([7, 'mine'])
  expect((await cli('templates', 'export', id, '--file', path, '--yes')).code).toBe(0)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: `Monthly ${count}`, html })
})

test('an altered or foreign file is refused before any request', async () => {
  const id = await create()
  const file = (await cli('templates', 'export', id)).json()
  const cases: [object, RegExp][] = [
    [{ ...file, html: '<p>Other</p>' }, /checksum: This file was changed/],
    [{ hello: 'world' }, /format: /],
  ]
  for (const [content, said] of cases) {
    const path = pathOf('changed.json')
    writeFileSync(path, JSON.stringify(content))
    const { code, stderr, stdout } = await cli('templates', 'import', path)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(said)
  }
  const dry = await cli.with({ stdin: JSON.stringify(file) })(
    'templates',
    'import',
    '-',
    '--dry-run',
  )
  expect(dry.code).toBe(0)
  expect(dry.stdout).toContain('Monthly')
})

test('a campaign is created from a template and records which one', async () => {
  await addList(server, ['ana@correo.example'], 'Clientes')
  const id = await create()
  const { code, stdout, stderr } = await cli(
    ...['campaigns', 'create', '--name', 'March', '--subject', 'Hello', '--template', id],
    ...['--from-mail', 'hola@tienda.example', '--list', 'Clientes', '--draft', '-o', 'ids'],
  )
  expect([code, stderr]).toEqual([0, ''])
  const { body } = await server.api('GET', `/campaigns/${stdout.trim()}`)
  expect(body).toMatchObject({ template_id: Number(id), html })
})

test('where a server does not support templates in campaigns, the HTML is sent', async () => {
  const foreign = await startForeignServer()
  foreign.respond('GET /templates/9', { body: { id: 9, html } })
  foreign.respond('GET /senders', { body: [{ from_name: 'News', from_mail: 'news@example.org' }] })
  const there = remite({ url: foreign.url, token: 'header.payload.signature' })
  const { code, stderr } = await there(
    ...['campaigns', 'create', '--name', 'March', '--subject', 'Hello', '--template', '9'],
    ...['--from-mail', 'news@example.org', '--list', '3', '--confirm', 'March'],
  )
  const posted = foreign.requests.filter(({ method }) => method === 'POST')
  const file = (await there('templates', 'export', '9')).json()
  await foreign.close()
  expect(code, stderr).toBe(0)
  expect(posted.map(({ body }) => JSON.parse(body))).toEqual([
    {
      camp_name: 'March',
      asunto: 'Hello',
      html,
      from_mail: 'news@example.org',
      list_id: ['3'],
    },
  ])
  expect(file).toMatchObject({ format: 'remite-template', name: '9', html })
})
