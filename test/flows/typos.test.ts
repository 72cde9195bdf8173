import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { shortcuts } from '../../src/cli/syntax/synonyms.ts'
import { campaignOf } from '../support/campaign-fixtures.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
let list: number

beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  list = (await server.api('POST', '/lists', { name: 'Clientes' })).body.id
})
afterAll(() => server.close())

const run = (line: string) => cli(...shellWords(line))
const offline = remite()

describe('habits of other tools', () => {
  test.each([
    ['campaign list', 'campaigns list'],
    ['campaigns ls', 'campaigns list'],
    ['list field ls --list 1', 'lists fields list --list 1'],
    ['user show 1', 'users get 1'],
    ['whoami', 'users me get'],
    ['me', undefined],
    ['status', 'auth status'],
    ['contacts search ana', 'search contacts ana'],
    ['contact find ana', 'search contacts ana'],
    ['-o json campaign list', 'campaigns list -o json'],
    ['login --help', 'auth login --help'],
    ['help campaign', 'campaigns --help'],
    ['campaigns new --help', 'campaigns create --help'],
    ['version', '--version'],
  ])('`%s` is `%s`', async (habit, verb) => {
    const [one, other] = [await run(habit), verb === undefined ? undefined : await run(verb)]
    if (other) expect([one.code, one.stdout]).toEqual([other.code, other.stdout])
    else expect(one.code).toBe(2)
  })

  test('every shortcut names a verb, and no verb has its words', () => {
    const paths = tree.map(({ path }) => path)
    for (const [habit, path] of Object.entries(shortcuts)) {
      expect(paths).toContain(path)
      expect(paths.filter((known) => `${known} `.startsWith(`${habit} `))).toEqual([])
    }
  })
})

test('an argument too many is named, and the hint names the flags that are needed', async () => {
  const after = await offline('lists', 'get', '--', 'VIP', '--fields', 'id')
  expect([after.code, after.stderr]).toEqual([2, expect.stringContaining(': --fields id.')])
  const { stderr } = await offline('lists', 'create', 'VIP')
  expect(stderr).toContain('`remite lists create --name <TEXT>`')
})

test('the hint of a contact that is not there names no command that needs a list', async () => {
  const { code, stderr } = await run(`contacts get 9999 --list ${list}`)
  expect([code, stderr]).toEqual([3, expect.not.stringContaining('remite contacts list')])
})

test('the cancellation of a draft does not suggest to send it', async () => {
  const draft = { ...campaignOf(list, { draft: true }), camp_name: 'Not yet' }
  await server.api('POST', '/campaigns', draft)
  const { code, stderr } = await cli('campaigns', 'cancel', 'Not yet', '--yes')
  expect([code, stderr]).toEqual([6, expect.stringContaining('remite campaigns delete')])
  expect(stderr).not.toContain('campaigns send')
})

describe('an unknown command', () => {
  test.each([
    ['send campaigns 1', 'remite campaigns send 1'],
    ['send campaign Primavera', 'remite campaigns send Primavera'],
    ['list campaigns', 'remite campaigns list'],
    ['campagns list', 'remite campaigns list'],
    ['campaigns lst', 'remite campaigns list'],
    ['campaigns statistics 4', 'remite campaigns stats 4'],
    ['campaigns sent', 'remite campaigns list --status sent'],
    ['campaigns delte 4', 'remite campaigns delete 4'],
    ['fields list', 'remite lists fields list'],
    ['send 5', 'remite campaigns send 5'],
    ['import c.csv', 'remite lists import c.csv'],
    ['import c.csv 1', 'remite lists import --help'],
    ['send campaigns', 'remite campaigns send --help'],
    ['fields lst', 'remite lists fields list'],
    ['campagns lst', 'remite campaigns list'],
    ['logn', 'remite auth login'],
    ['serch ana', 'remite search ana'],
    ['campaña list', undefined],
    ['campaigns frobnicate 4', undefined],
    ['create', undefined],
  ])('`%s` leads to `%s`', async (line, suggestion) => {
    const { code, stderr } = await offline(...shellWords(line))
    expect([code, /did you mean `(.*?)`/.exec(stderr)?.[1]]).toEqual([2, suggestion])
    expect(stderr).toContain('See `remite ')
  })

  test('that misses one letter never leads from a harmless verb to one that sends or deletes', async () => {
    const risky = (path: string) =>
      /destroy|send/.test(String(tree.find((verb) => verb.path === path)?.effect))
    for (const { path, effect } of tree) {
      if (effect !== 'read' || !path.includes(' ')) continue
      for (let at = path.lastIndexOf(' ') + 2; at < path.length; at += 3) {
        const line = path.slice(0, at) + path.slice(at + 1)
        const { stderr } = await offline(...line.split(' '))
        const suggestion = /did you mean `remite (.*?)`/.exec(stderr)?.[1] ?? ''
        expect([line, risky(suggestion.replace(/ --help$/, ''))]).toEqual([line, false])
      }
    }
  })
})

describe('an unknown or incomplete flag', () => {
  test.each([
    ['campaigns list --statu sent', '--status'],
    ['campaigns list --zzz', '--zzz'],
    ['campaigns list --json=id', '--json --fields id,name'],
    ['campaigns list --json id,name', 'To choose fields, add --fields'],
    ['campaigns --status sent list', 'remite campaigns list --status'],
    ['campaigns list --status', 'draft, scheduled'],
    ['campaigns create --name --subject Hola', '--name=--subject'],
    ['campaigns get', 'remite campaigns get <'],
    ['campaigns get 1 2', 'Unexpected argument: 2'],
    ['search', 'remite search all <'],
    ['search ana luis', 'Unexpected argument: luis'],
  ])('`%s` says %s', async (line, sentence) => {
    const { code, stdout, stderr } = await run(line)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
  })

  test('a choice is read in any case, and an unknown one names what it is like', async () => {
    expect((await run('campaigns list --status Sent')).code).toBe(0)
    expect((await run('config get API-URL')).stdout.trim()).toBe(server.url)
    const { stderr } = await run('contacts bulk addtag --list 1 --tag vip --everyone')
    expect(stderr).toContain('<action>')
    expect(stderr).toContain('did you mean add_tag?')
    expect((await run('help import')).stderr).toContain('did you mean importing?')
  })
})

describe('--fields', () => {
  const formats = ['table', 'json', 'csv']
  test.each([
    'users me get --fields nonesuch',
    'users me get --fields email,quota.nonesuch',
    'lists list --fields nonesuch',
    'campaigns list --fields nonesuch',
    'campaigns list --fields id.nonesuch',
    'lists get 1 --fields nonesuch',
    'api GET /users/me --fields nonesuch',
    'api GET /lists --fields nonesuch',
    'auth status --fields nonesuch',
    'help flags --fields nonesuch',
    'config list --fields nonesuch',
  ])('`%s` fails and names the fields, in every format', async (line) => {
    for (const format of formats) {
      const { code, stdout, stderr } = await run(`${line} -o ${format}`)
      expect([format, code, stdout.includes('1')]).toEqual([format, 2, false])
      expect(stderr).toMatch(/no field [\w,. ]*nonesuch/)
      expect(stderr).toMatch(/Choose from: \w+, \w+/)
    }
  })

  test.each([
    ['campaigns list --fields name', 'did you mean camp_name?'],
    ['campaigns list --fields Asunto --lang es', '¿querías decir asunto?'],
    ['lists list --fields created', 'did you mean created_at?'],
  ])('`%s`: the heading of a table leads to the field', async (line, expected) => {
    expect((await run(line)).stderr).toContain(expected)
  })

  test('a change is not made when its answer could not have the field', async () => {
    const { code, stderr } = await run('lists create --name Otra --fields nonesuch')
    expect([code, stderr.includes('Choose from: ok, id')]).toEqual([2, true])
    expect((await run('api POST /lists -f name=Otra --fields nonesuch')).code).toBe(2)
    expect((await run('config set timezone UTC --fields nonesuch')).code).toBe(2)
    expect((await server.api('GET', '/lists')).body).toHaveLength(1)
  })

  test('a field of the contract is known where the data do not have it', async () => {
    expect((await run('campaigns list --fields id,open_rate,ab_winner')).code).toBe(2)
    expect((await run('campaigns list --fields id,open_rate,utm.source')).code).toBe(0)
    expect((await run(`lists get ${list} --fields name,contacts`)).stdout).toBe('Clientes\t0\n')
  })
})

test.each([
  ['auth switch nope', 'remite auth list'],
  ['lists imports resume nope', 'remite lists imports list'],
])('%s: the hint says where the names are', async (line, command) => {
  const { code, stderr } = await run(line)
  expect([code, stderr]).toEqual([3, expect.stringContaining(command)])
})

test('a profile that does not exist is named, with the known ones, whatever the verb', async () => {
  await cli.with({ stdin: server.pass })('auth', 'login', '--username', 'ana', '--password-stdin')
  for (const line of ['campaigns list', 'help flags', 'auth logout', 'config list', 'doctor']) {
    const { code, stderr } = await run(`${line} --profile nope`)
    expect([line, code]).toEqual([line, 2])
    expect(stderr).toContain('There is no profile “nope”. Profiles: default.')
  }
})

test.each([
  'campaigns update 1',
  'lists update 1',
  'contacts update 1 --list 1',
  'segments update 1',
  'users update 1',
  'users me update',
  'users quota set 1',
  'webhooks update 1',
  'lists fields update 1 --list 1',
  'automations update 1',
])('`%s` says that there is nothing to change', async (line) => {
  const { code, stderr } = await run(line)
  expect(code).toBe(2)
  expect(stderr).toMatch(/Add what to change: --[a-z]/)
})

test('a parameter that a route does not have is refused, and can be forced into the path', async () => {
  const { code, stderr } = await run('api GET /lists -f lmit=1')
  expect(code).toBe(2)
  expect(stderr).toContain('did you mean limit?')
  expect((await run('api GET /lists?lmit=1')).code).toBe(0)
})
