import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriberXsid } from '../../src/service/subscription/subscriber-xsid.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const hour = 3_600_000

let clock: TestClock
let server: TestService
let list: number
beforeAll(async () => {
  clock = testClock(Date.parse('2027-03-01T17:00:00Z'))
  server = await startService({ clock })
  await addSender(server)
  list = await addList(server, ['ana@example.org'], 'Clientes')
  for (const [name, type] of [
    ['Ciudad', 'text'],
    ['Fecha de alta', 'date'],
    ['Puntos', 'number'],
    ['Talla', 'dropdown'],
  ]) {
    const options = type === 'dropdown' ? { options: ['Pequeña', 'Grande'] } : {}
    const { status } = await server.api('POST', `/lists/${list}/fields`, { name, type, ...options })
    expect(status).toBe(200)
  }
  await server.api('POST', '/campaigns', campaignOf(list, { camp_name: 'Marzo', draft: true }))
  clock.advance(14 * hour)
})
afterAll(() => server.close())

const english = { NO_COLOR: '1' }
const spanish = { NO_COLOR: '1', LANG: 'es_ES.UTF-8' }
const cli = (env: Record<string, string> = {}) => remite(server, clock).with({ env })
const atTerminal = (env: Record<string, string>) =>
  remite(server, clock).with({ env, terminal: { columns: 120 } })
const fieldsOf = async (email: string) => {
  const { json } = await cli()('contacts', 'get', email, '--list', String(list), '--json')
  const { customFields } = json()
  return Object.fromEntries(
    customFields.map((each: { name: string; value: string }) => [each.name, each.value]),
  )
}

test('a state is a word of the language for people, and the value of the API for programs', async () => {
  expect((await atTerminal(spanish)('campaigns', 'list')).stdout).toMatch(/Marzo +\S* ?borrador/)
  expect((await atTerminal(english)('campaigns', 'list')).stdout).toMatch(/Marzo +\S* ?draft/)
  expect((await atTerminal(spanish)('contacts', 'list', '--list', 'Clientes')).stdout).toContain(
    'activo',
  )
  expect(
    (await atTerminal(spanish)('lists', 'fields', 'list', '--list', 'Clientes')).stdout,
  ).toContain('lista desplegable')
  for (const format of ['json', 'ndjson', 'csv', 'tsv']) {
    const { stdout } = await cli(spanish)('campaigns', 'list', '-o', format)
    expect(stdout).toContain('draft')
    expect(stdout).not.toContain('borrador')
  }
})

test('a time near now is said as people say it, and is ISO for programs', async () => {
  const [es, en] = await Promise.all([
    atTerminal(spanish)('campaigns', 'get', '1'),
    atTerminal(english)('campaigns', 'get', '1'),
  ])
  expect(es?.stdout).toMatch(/Creado +ayer a las 18:00\n/)
  expect(en?.stdout).toMatch(/Created +yesterday at 18:00\n/)
  const { stdout } = await cli(spanish)(
    'campaigns',
    'get',
    '1',
    '--fields',
    'created_at',
    '-o',
    'csv',
  )
  expect(stdout).toContain('2027-03-01T17:00:00.000Z')
})

test('a custom field is named and written as in a file to import', async () => {
  const add = cli()
  const { code, stderr } = await add(
    ...['contacts', 'add', '--list', 'Clientes', '--email', 'eva@example.org'],
    ...[
      '--field',
      'ciudad=Soria',
      '--field',
      'FECHA DE ALTA=2026-12-25',
      '--field',
      'Puntos=12,5',
      '--field',
      'talla=pequena',
    ],
  )
  expect([code, stderr]).toEqual([0, ''])
  const seconds = Date.parse('2026-12-25T00:00Z') / 1000
  expect(await fieldsOf('eva@example.org')).toEqual({
    Ciudad: 'Soria',
    'Fecha de alta': String(seconds),
    Puntos: '12.5',
    Talla: 'Pequeña',
  })
  await add(
    'contacts',
    'update',
    'eva@example.org',
    '--list',
    'Clientes',
    '--field',
    'Fecha de alta=25/12/2025',
  )
  await add(
    'contacts',
    'bulk',
    'set_field',
    '--list',
    'Clientes',
    '--contact',
    'eva@example.org',
    '--field',
    'Ciudad',
    '--value',
    'Vigo',
    '--yes',
  )
  expect(await fieldsOf('eva@example.org')).toMatchObject({
    Ciudad: 'Vigo',
    'Fecha de alta': String(Date.parse('2025-12-25T00:00Z') / 1000),
  })
})

test('a field that the list does not have, and a value that it does not take, are refused before the request', async () => {
  const write = ['contacts', 'add', '--list', 'Clientes', '--email', 'ivo@example.org']
  const unknown = await cli(spanish)(...write, '--field', 'Ciuda=Soria')
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('--field Ciuda: Campo desconocido (¿querías decir «Ciudad»?)'),
  ])
  const wrong = await cli()(...write, '--field', 'Fecha de alta=12/25/2026')
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--field Fecha de alta: Not a valid date.'),
  ])
})

test('a person changes their own fields by name, and a field that they do not have is refused', async () => {
  const { db, secrets } = server.service
  const row = await db
    .selectFrom('contacts')
    .select(['id', 'list_id'])
    .where('email', '=', 'eva@example.org')
    .executeTakeFirstOrThrow()
  const ids = { contactId: row.id, listId: row.list_id, campaignId: null }
  const update = ['subscription', 'update', subscriberXsid(secrets.sids, ids)]
  const done = await cli()(...update, '--field', 'ciudad=Lugo', '--field', 'fecha de alta=1/2/2024')
  expect([done.code, done.stderr]).toEqual([0, ''])
  expect(await fieldsOf('eva@example.org')).toMatchObject({
    Ciudad: 'Lugo',
    'Fecha de alta': String(Date.parse('2024-02-01T00:00Z') / 1000),
  })
  const wrong = await cli()(...update, '--field', 'Cidade=Lugo')
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--field Cidade: Unknown field'),
  ])
})

test('an error of the server names the flag that was typed', async () => {
  const create = [
    ...['campaigns', 'create', '--name', 'x', '--subject', 'a\u0000b', '--html', '-', '--draft'],
    ...['--from-mail', 'news@example.org', '--list', 'Clientes'],
  ]
  const run = (format: string[]) =>
    remite(server, clock).with({ env: english, stdin: '<p>Hi</p>' })(...create, ...format)
  expect((await run([])).stderr).toContain('\n  --subject: ')
  const { error } = JSON.parse((await run(['--json'])).stderr)
  expect(error.fields).toEqual([expect.objectContaining({ path: 'asunto' })])
})
