import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { endpoints } from '../../src/contract/index.ts'
import { campaignOf } from '../support/campaign-fixtures.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { keys } from '../support/processes/typist.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

test('every positional and flag that takes the id of a thing is a reference', () => {
  const idLike = /(^|_)(campaign|list|segment|template|automation|webhook|user)(_id)?$/
  const pathOf = Object.fromEntries(
    endpoints.map(({ id, endpoint }) => [id, endpoint.access === 'public' ? '' : endpoint.path]),
  )
  // The messages of an inbox have numbers only.
  const plain = tree.flatMap(({ path, endpoint = '', positionals, flags }) =>
    [...positionals, ...flags]
      .filter(
        ({ key, reference, choices }) =>
          !reference &&
          !choices &&
          !path.startsWith('public ') &&
          path !== 'sandbox inbox open' &&
          (idLike.test(key) || `${pathOf[endpoint]}/`.includes(`/:${key}/`)),
      )
      .map(({ key }) => `${path} ${key}`),
  )
  expect(plain).toEqual([])
})

test.each([
  ['1.5', 3],
  ['-1', 3],
  ['0', 3],
  ['abc/def', 3],
  ['..', 3],
  ['%2e', 3],
  ['a?b=c', 3],
  ['', 2],
  [' ', 2],
])('“%s” where a number or a name goes ends with %i', async (text, expected) => {
  const verbs = [
    ['campaigns', 'get', '--', text],
    ['lists', 'delete', '--yes', '--', text],
    ['campaigns', 'compare', '--', text],
    ['segments', 'list', `--list=${text}`],
  ]
  const codes: number[] = []
  for (const words of verbs) codes.push((await cli(...words)).code)
  expect(codes).toEqual(verbs.map(() => expected))
})

test('a name is found exactly first, then without case and accents, else with what it resembles', async () => {
  const list = (name: string) => cli('lists', 'get', name, '-o', 'json')
  await server.api('POST', '/lists', { name: 'Clientes de otoño' })
  expect((await list('clientes de OTONO')).json().name).toBe('Clientes de otoño')
  const draft = async (camp_name: string) => {
    const campaign = { ...campaignOf(1, { draft: true }), camp_name }
    return (await server.api('POST', '/campaigns', campaign)).body.id
  }
  const [upper, lower] = [await draft('Abril'), await draft('abril')]
  const get = (name: string) => cli('campaigns', 'get', name, '-o', 'json')
  expect([(await get('Abril')).json().id, (await get('abril')).json().id]).toEqual([upper, lower])
  const both = await get('ABRIL')
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining(`${lower} (“abril”, draft`)])
  expect(both.stderr).toContain(`${upper} (“Abril”, draft`)
  const { stderr: inSpanish } = await cli('campaigns', 'get', 'ABRIL', '--lang', 'es')
  expect(inSpanish).toContain(`${upper} («Abril», borrador`)
  const typo = await cli('lists', 'get', 'Clientes de otoñoo')
  expect([typo.code, typo.stderr]).toEqual([3, expect.stringContaining('“Clientes de otoño”')])
  expect(typo.stderr).toContain('There is no list “Clientes de otoñoo”.')
  const { stderr } = await cli('campaigns', 'get', 'Nada', '--lang', 'es')
  expect(stderr).toContain('No hay ninguna campaña «Nada».')
})

test('a name that is longer than a server searches for is not found, and an empty one is named as typed', async () => {
  const long = await cli('campaigns', 'get', 'a'.repeat(300))
  expect([long.code, long.stderr]).toEqual([3, expect.stringContaining('There is no campaign')])
  const empty = await cli('contacts', 'list', '--list', ' ')
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('--list: ')])
})

test('of several with the same name, one is chosen at a terminal, by its status and date', async () => {
  const draft = async () => {
    const campaign = { ...campaignOf(1, { draft: true }), camp_name: 'Mayo' }
    return (await server.api('POST', '/campaigns', campaign)).body.id as number
  }
  const [first, second] = [await draft(), await draft()]
  const typed = [[/Mayo.*\n.*Mayo/, `${keys.down}${keys.enter}`]] as const
  const run = cli.with({ terminal: { columns: 80 }, typed })
  const { code, stdout, stderr } = await run('campaigns', 'get', 'mayo', '-o', 'json')
  expect(code, stderr).toBe(0)
  expect([first, second]).toContain(JSON.parse(stdout).id)
  expect(stderr).toContain('draft')
})

test('archived templates and the own account have names, too', async () => {
  const html = '<p>Hola</p>'
  const { body } = await server.api('POST', '/templates', { name: 'Vieja', html })
  await server.api('POST', '/templates', { id: body.id, archived: true })
  const found = await cli('templates', 'get', 'vieja', '-o', 'json')
  expect(found.json().id).toBe(body.id)
  expect((await cli('users', 'get', 'me', '-o', 'json')).json().id).toBe(server.accountId)
})

test('a contact is not chosen by a name of which there may be another', async () => {
  const { body } = await server.api('POST', '/lists', { name: 'Anas' })
  const add = (contacts: object[]) => server.api('POST', `/lists/${body.id}/contacts`, { contacts })
  const numbered = Array.from({ length: 500 }, (_, index) => ({
    email: `${index}@example.org`,
    nombre: `Ana ${index}`,
  }))
  await add([{ email: 'first@example.org', nombre: 'Ana' }])
  await add([...numbered, { email: 'last@example.org', nombre: 'Ana' }])
  const remove = (name: string) =>
    cli('contacts', 'remove', name, '--list', 'Anas', '--erase', '--yes')
  const refused = await remove('Ana')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('(first@')])
  const asked = await cli('contacts', 'remove', 'ana 77', '--list', 'Anas')
  expect([asked.code, asked.stderr]).toEqual([7, expect.stringContaining('77@example.org')])
  expect((await remove('ana 77')).code).toBe(0)
})

test('a name is found among many like it by one search', async () => {
  for (let index = 0; index < 20; index++) {
    await server.api('POST', '/lists', { name: `Serie ${index}` })
  }
  const { json, stderr } = await cli('lists', 'get', 'Serie 7', '-o', 'json', '--debug')
  expect(json().name).toBe('Serie 7')
  expect(stderr.match(/GET \S*\/lists/g)).toHaveLength(2)
})

describe('on a server of another maker', () => {
  const open: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of open) await close()
  })
  async function start() {
    const foreign = await startForeignServer()
    open.push(() => foreign.close())
    const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
    const run = (...argv: string[]): Promise<RunResult> => remite().with({ env })(...argv)
    return { foreign, run }
  }

  test('a word that is no name is an id where ids are words', async () => {
    const { foreign, run } = await start()
    foreign.respond('GET /campaigns', { body: [{ id: 'c-abc', camp_name: 'March' }] })
    foreign.respond('GET /campaigns/c-abc', { body: { id: 'c-abc', camp_name: 'March' } })
    expect((await run('campaigns', 'get', 'c-abc', '-o', 'json')).json().id).toBe('c-abc')
    expect((await run('campaigns', 'get', 'march', '-o', 'json')).json().id).toBe('c-abc')
  })

  test('a word goes to the server as it is where that lists nothing', async () => {
    const { foreign, run } = await start()
    foreign.respond('GET /templates/monthly', { body: { id: 'monthly', html: '<p>Hi</p>' } })
    expect((await run('templates', 'get', 'monthly', '-o', 'json')).json().id).toBe('monthly')
  })
})

test('a number that only a name has says which number to type', async () => {
  const id = (await cli('lists', 'create', '--name', '2027', '-o', 'ids')).stdout.trim()
  for (const words of [
    ['lists', 'get', '2027'],
    ['contacts', 'list', '--list', '2027'],
  ]) {
    const { code, stderr } = await cli(...words, '--json')
    expect([code, JSON.parse(stderr).error]).toMatchObject([
      3,
      {
        code: 'not_found',
        detail: `There is no list with the number 2027, but the list ${id} has the name “2027”.`,
        suggestion: `Type its number: ${id}.`,
        status: 404,
      },
    ])
  }
  expect((await cli('lists', 'get', '2028')).stderr).not.toContain('2027')
})
