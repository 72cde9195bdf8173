import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const english = { LC_ALL: 'en_US.UTF-8' }
const spanish = { LC_ALL: 'es_ES.UTF-8' }
const formats = ['json', 'ndjson', 'csv', 'tsv', 'ids']

let server: TestService
let cli: ReturnType<typeof remite>
let verbs: string[][]

beforeAll(async () => {
  server = await startService()
  cli = remite(server, testClock(Date.now()))
  await addSender(server)
  const people = ['ana@correo.example', { email: 'inigo@correo.example', nombre: 'Íñigo\tNúñez' }]
  const list = await addList(server, people, 'Niños; "años"')
  const campaign = campaignOf(list, { draft: true, camp_name: 'Otoño, 1.000 €' })
  const { id } = (await server.api('POST', '/campaigns', campaign)).body
  verbs = [
    ['campaigns', 'list'],
    ['campaigns', 'get', String(id)],
    ['campaigns', 'stats', String(id)],
    ['campaigns', 'check', String(id)],
    ['lists', 'list'],
    ['lists', 'get', String(list)],
    ['contacts', 'list', '--list', String(list)],
    ['dashboard'],
    ['senders', 'list'],
    ['auth', 'status'],
  ]
})
afterAll(() => server.close())

test.each(formats)('-o %s is byte for byte the same in Spanish and in English', async (format) => {
  for (const verb of verbs) {
    const inEnglish = await cli.with({ env: english })(...verb, '-o', format)
    const inSpanish = await cli.with({ env: spanish })(...verb, '-o', format)
    expect(inSpanish.stdout, verb.join(' ')).toBe(inEnglish.stdout)
    expect([inSpanish.code, inEnglish.code, inSpanish.stderr]).toEqual([0, 0, ''])
    // Some outputs have no ids, so `ids` may print nothing.
    if (format !== 'ids') expect(inSpanish.stdout).not.toBe('')
  }
})

test('piped output in the default format is the same too', async () => {
  for (const verb of verbs) {
    const inEnglish = await cli.with({ env: english })(...verb)
    const inSpanish = await cli.with({ env: spanish })(...verb)
    expect(inSpanish.stdout, verb.join(' ')).toBe(inEnglish.stdout)
  }
})

test('a terminal shows headers, numbers and server messages in Spanish', async () => {
  const person = cli.with({ env: { ...spanish, NO_COLOR: '1' }, terminal: { columns: 120 } })
  const shown = async (line: string) => (await person(...line.split(' '))).stdout
  const heading = (await shown('campaigns list')).split('\n')[0]
  expect(heading).toMatch(/^ID +Nombre +Estado +Destinatarios +Enviados +Enviado el/)
  expect(await shown('senders list')).toMatch(/^ID +Remitente +De +Verificado/)
  expect(await shown('campaigns stats 1')).toMatch(/Tasa de apertura +0 %/)
  expect(await shown('dashboard')).toContain('Esta es una cuenta de pruebas')
})

test('a choice can be typed as its language shows it; errors name those of the API', async () => {
  const list = async (env: Record<string, string>, ...words: string[]) =>
    cli.with({ env })('campaigns', 'list', ...words, '--json')
  expect((await list(spanish, '--status', 'Borrador')).json().data).toHaveLength(1)
  expect((await list(spanish, '--status=en-cola')).json().data).toEqual([])
  expect((await list(spanish, '--status', 'draft')).json().data).toHaveLength(1)
  const unknown = await list(spanish, '--status', 'enviadas')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('draft, scheduled')])
  expect((await list(english, '--status', 'borrador')).code).toBe(2)
})

test('help is in Spanish; verbs and flags keep their names', async () => {
  const args = ['campaigns', 'create', '--help']
  const inSpanish = (await cli.with({ env: spanish })(...args)).stdout
  const inEnglish = (await cli.with({ env: english })(...args)).stdout
  expect([inSpanish.slice(0, 4), inEnglish.slice(0, 6)]).toEqual(['Uso:', 'Usage:'])
  const flagsOf = (help: string) => new Set(help.match(/--[a-z-]+/g))
  expect(flagsOf(inSpanish)).toEqual(flagsOf(inEnglish))
  expect(flagsOf(inSpanish)).toContain('--from-mail')
})

test('errors are in Spanish, from the client and from the server', async () => {
  const person = cli.with({ env: spanish })
  const unknown = await person('lists', 'get', '999999')
  expect([unknown.code, unknown.stderr]).toEqual([
    3,
    expect.stringMatching(/^error: No encontrado/),
  ])
  const missing = await person('campaigns', 'create', '--name', 'Marzo')
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/^error: Falta/)])
  const refused = await person('contacts', 'add', '--list', '1', '--email', 'nadie')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('No es una dirección'),
  ])
})

test('codes are the same in every language, messages are translated', async () => {
  const failureIn = async (env: Record<string, string>) => {
    const { stderr } = await cli.with({ env })('lists', 'get', '999999', '-o', 'json')
    return JSON.parse(stderr).error
  }
  const [one, other] = [await failureIn(english), await failureIn(spanish)]
  expect(other).toMatchObject({ code: one.code, exit_code: one.exit_code, status: one.status })
  expect([one.message, other.message]).toEqual(['Not found', 'No encontrado'])
})

test('the language comes from the flag, then from each variable in order', async () => {
  const first = async (env: Record<string, string>, ...flags: string[]) =>
    (await cli.with({ env })('lists', 'list', '--help', ...flags)).stdout.split(':')[0]
  expect(await first({ LANG: 'es_ES.UTF-8' })).toBe('Uso')
  expect(await first({ LANG: 'es_ES.UTF-8', LC_MESSAGES: 'en_US.UTF-8' })).toBe('Usage')
  expect(await first({ LC_MESSAGES: 'en_US.UTF-8', LC_ALL: 'es_ES.UTF-8' })).toBe('Uso')
  expect(await first({ LC_ALL: 'es_ES.UTF-8', REMITE_LANG: 'en' })).toBe('Usage')
  expect(await first({ REMITE_LANG: 'en' }, '--lang', 'es')).toBe('Uso')
  expect(await first({ LC_ALL: 'C', LANG: 'es_ES.UTF-8' })).toBe('Usage')
})
