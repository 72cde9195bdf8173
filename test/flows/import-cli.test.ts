import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { startLossyProxy } from '../support/mail/lossy-proxy.ts'
import { keys } from '../support/processes/typist.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService({ workers: true })
})
afterAll(() => server.close())

type Cli = ReturnType<typeof remite>

async function newList(cli: Cli, name: string): Promise<string> {
  return (await cli('lists', 'create', '--name', name, '-o', 'ids')).stdout.trim()
}

function newFile(name: string, content: string | Buffer): string {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

const contactsOf = async (cli: Cli, list: string) =>
  (await cli('contacts', 'list', '--list', list, '--all', '--json')).json().data

const fieldsOf = async (cli: Cli, list: string): Promise<{ name: string; type: string }[]> =>
  (await cli('lists', 'fields', 'list', '--list', list, '--json'))
    .json()
    .data.map(({ name, type }: { name: string; type: string }) => ({ name, type }))

const atTerminal = { terminal: { columns: 100 } }

const clients = [
  'Correo;Nombre;Ciudad;Edad;Alta;VIP;Código postal;Vacía',
  'ana@clients.example;Ana;Soria;31;05/02/2026;Sí;08001;',
  'eva@clients.example;Eva;Vigo;7;31/12/2025;no;36201;',
].join('\n')

const typesOfClients = [
  { name: 'Ciudad', type: 'text' },
  { name: 'Edad', type: 'number' },
  { name: 'Alta', type: 'date' },
  { name: 'VIP', type: 'boolean' },
  { name: 'Código postal', type: 'text' },
]

test('a dry run shows the invalid rows with line, value and reason, warns, and exits with 0', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Rehearsed')
  await cli('lists', 'fields', 'create', '--list', list, '--name', 'Alta', '--type', 'date')
  await cli('contacts', 'add', '--list', list, '--email', 'known@dry.example')
  const bad = Array.from({ length: 25 }, (_, n) => `nobody${n},\n`).join('')
  const file = newFile(
    'dry.csv',
    `email,Alta\nKNOWN@dry.example,\nnew@dry.example,31/12/2026\nlate@dry.example,31/02/2026\n${bad}`,
  )
  const run = cli.with(atTerminal)
  const shown = await run('lists', 'import', file, '--list', list, '--dry-run')
  expect(shown.code).toBe(0)
  expect(shown.stdout).toMatch(/4 +31\/02\/2026 +“31\/02\/2026” in “Alta” is not a valid date/)
  expect(shown.stdout).toContain('nobody18')
  expect(shown.stdout).not.toContain('nobody19')
  expect(shown.stderr).toContain('Invalid rows that are not shown: 6')
  expect(shown.stderr).toContain('create: 1; update: 1; leave unchanged: 0')
  expect(shown.stderr).toContain('would be rejected: 26 of 28')
  expect(readdirSync(join(file, '..'))).toEqual(['dry.csv'])

  const result = await cli('lists', 'import', file, '--list', list, '--dry-run', '--json')
  expect(result.code).toBe(0)
  expect(result.json()).toMatchObject({ created: 1, updated: 1, skipped: 0, rejected: 26 })
  expect(result.json().rejects).toHaveLength(20)
  expect(result.json().rejects[0]).toEqual({
    line: 4,
    column: 'Alta',
    value: '31/02/2026',
    code: 'bad_date',
    reason: expect.stringContaining('not a valid date'),
  })
  const skipping = ['--list', list, '--mode', 'skip', '--dry-run', '--json']
  expect((await cli('lists', 'import', file, ...skipping)).json()).toMatchObject({ skipped: 1 })
  const inserting = ['--list', list, '--mode', 'insert', '--dry-run', '--json']
  expect((await cli('lists', 'import', file, ...inserting)).json()).toMatchObject({
    created: 1,
    rejected: 27,
  })
  const allowed = ['--list', list, '--dry-run', '--max-rejects', '5']
  expect((await cli('lists', 'import', file, ...allowed)).code).toBe(9)
  const onServer = await cli(
    'lists',
    'import',
    file,
    '--list',
    list,
    '--upload',
    '--dry-run',
    '--json',
  )
  expect(onServer.code).toBe(0)
  expect(onServer.json().rejects).toHaveLength(20)
  expect(onServer.json().rejects[0]).toMatchObject({ line: 4, code: 'bad_date' })
  expect(onServer.stderr).toContain('would be rejected: 26 of 28')
})

test('a dry run names doubtful addresses by the rules of clean, and typing errors', async () => {
  const cli = remite(server)
  const file = newFile(
    'doubtful.csv',
    'email\nana@gmial.com\ninfo@shop.example\nx@mailinator.com\neva@gmail.com\n',
  )
  const run = cli.with(atTerminal)
  const shown = await run('lists', 'import', file, '--create', 'Doubtful', '--dry-run')
  expect(shown.code).toBe(0)
  expect(shown.stdout).toMatch(/2 +ana@gmial\.com +Probably ana@gmail\.com\./)
  const result = await cli('lists', 'import', file, '--create', 'Doubtful', '--dry-run', '--json')
  expect(result.json()).toMatchObject({
    accepted: 4,
    created: 4,
    rejected: 0,
    doubtful: { likely_typo: 1, role_address: 1, disposable: 1 },
    warnings: [{ line: 2, code: 'likely_typo' }, { line: 3 }, { line: 4 }],
  })
})

test('--create-fields makes fields of unknown columns, with types by their values', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Fields')
  const file = newFile('clients.csv', clients)
  const without = await cli('lists', 'import', file, '--list', list, '--dry-run')
  expect(without.stderr).toContain('Columns that are not used (6): Ciudad, Edad, Alta, VIP')
  expect(without.stderr).toContain('--create-fields')
  const dry = await cli(
    'lists',
    'import',
    file,
    '--list',
    list,
    '--create-fields',
    '--dry-run',
    '--json',
  )
  expect(dry.json().new_fields).toEqual(typesOfClients)
  expect(dry.stderr).toContain('Ciudad (text), Edad (number), Alta (date), VIP (yes or no)')
  expect(await fieldsOf(cli, list)).toEqual([])

  const result = await cli('lists', 'import', file, '--list', list, '--create-fields', '--json')
  expect([result.code, result.json().created]).toEqual([0, 2])
  expect(await fieldsOf(cli, list)).toEqual(typesOfClients)
  const ana = (await contactsOf(cli, list)).find(({ email }: { email: string }) =>
    /^ana/.test(email),
  )
  const values = ana.customFields.map(({ name, value }: Record<string, string>) => [name, value])
  expect(Object.fromEntries(values)).toMatchObject({
    Ciudad: 'Soria',
    Edad: '31',
    'Código postal': '08001',
    VIP: 'true',
  })
  const again = await cli('lists', 'import', file, '--list', list, '--create-fields', '--json')
  expect([again.code, again.json().updated]).toEqual([0, 2])
  expect(await fieldsOf(cli, list)).toEqual(typesOfClients)
})

test('a column that a few bad values make a text says so', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Almost dates')
  const rows = Array.from({ length: 100 }, (_, at) => {
    const day = at === 40 ? '31/02/2027' : '01/03/2027'
    return `c${at}@correo.example,${day},word ${at}\n`
  })
  const file = newFile('almost.csv', `email,Alta,Nota\n${rows.join('')}`)
  const words = ['lists', 'import', file, '--list', list, '--create-fields', '--dry-run'] as const
  const { stderr, code } = await cli(...words)
  expect(code).toBe(0)
  const said =
    '“Alta” looks like “date” in 99 of 100 rows, but not “31/02/2027” in line 42, so the new field is a text.'
  expect(stderr).toContain(said)
  expect(stderr).toContain('--type date')
  expect(stderr).not.toContain('Nota” looks')
  const spanish = await cli(...words, '--lang', 'es')
  expect(spanish.stderr).toContain('«Alta» parece «fecha» en 99 de 100 filas')
})

test('fields are created for a new list, for an upload and for standard input', async () => {
  const cli = remite(server)
  const file = newFile('clients.csv', clients)
  const created = await cli('lists', 'import', file, '--create', 'New', '--create-fields', '--json')
  expect(await fieldsOf(cli, String(created.json().list_id))).toEqual(typesOfClients)
  const list = await newList(cli, 'Uploaded')
  const flags = ['--list', list, '--create-fields', '--tag', 'feria', '--upload', '--json']
  expect((await cli('lists', 'import', file, ...flags)).json()).toMatchObject({ created: 2 })
  expect(await fieldsOf(cli, list)).toEqual(typesOfClients)
  expect(await contactsOf(cli, list)).toMatchObject([{ tags: ['feria'] }, { tags: ['feria'] }])
  const piped = await cli.with({ stdin: clients })(
    ...['lists', 'import', '-', '--create', 'Piped fields', '--create-fields', '--json'],
  )
  expect(piped.json()).toMatchObject({ rows: 2, created: 2 })
  expect(await fieldsOf(cli, String(piped.json().list_id))).toEqual(typesOfClients)
  const web = ['lists', 'import', 'https://shop.example/c.csv', '--list', list, '--create-fields']
  expect((await cli(...web)).code).toBe(2)
})

test('at a terminal, an import asks whether unused columns become fields', async () => {
  const cli = remite(server)
  const file = newFile('clients.csv', clients)
  const list = await newList(cli, 'Asked')
  const all = await cli.with({ ...atTerminal, typed: [['Create them as fields', keys.enter]] })(
    ...['lists', 'import', file, '--list', list],
  )
  expect(all.code).toBe(0)
  expect(all.stderr).toContain('Ciudad (text), Edad (number)')
  expect(await fieldsOf(cli, list)).toEqual(typesOfClients)
  const none = await newList(cli, 'Asked for none')
  const noFields = await cli.with({
    ...atTerminal,
    typed: [['Create them', keys.down + keys.down + keys.enter]],
  })(...['lists', 'import', file, '--list', none])
  expect(noFields.code).toBe(0)
  expect(await fieldsOf(cli, none)).toEqual([])
})

test('a column Estado of places is a column like any other', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Places')
  const file = newFile('places.csv', 'email,Estado\na@p.example,Jalisco\nb@p.example,Puebla\n')
  const plain = await cli('lists', 'import', file, '--list', list, '--json')
  expect(plain.json()).toMatchObject({ created: 2, rejected: 0 })
  expect(plain.stderr).toContain('“Estado” is not read as the status')
  await cli('lists', 'import', file, '--list', list, '--create-fields')
  expect(await fieldsOf(cli, list)).toEqual([{ name: 'Estado', type: 'text' }])
  const asked = await newList(cli, 'Statuses')
  const forced = ['--list', asked, '--map', 'Estado=status', '--json']
  expect((await cli('lists', 'import', file, ...forced)).json()).toMatchObject({ rejected: 2 })
  const optOut = newFile('one.csv', 'email,Estado\na@p.example,Jalisco\nb@p.example,baja\n')
  const kept = await cli('lists', 'import', optOut, '--list', asked, '--json')
  expect(kept.json()).toMatchObject({ created: 1, rejected: 1, kept: { unsubscribed: 1 } })
})

test('--tag tags every contact, also after a resume and one by one', async () => {
  const proxy = await startLossyProxy(server.origin)
  const cli = remite(server)
  const list = await newList(cli, 'Tagged')
  const rows = Array.from({ length: 300 }, (_, n) => `t${n}@tags.example,${n === 0 ? 'own' : ''}\n`)
  const file = newFile('tags.csv', `email,tags\n${rows.join('')}`)
  let batches = 0
  proxy.setFate(({ method, path }) =>
    method === 'POST' && path.endsWith('/contacts') && ++batches > 1 ? 'lost' : 'pass',
  )
  const run = cli.with({ env: { REMITE_API_URL: `${proxy.origin}/v3/api` } })
  const flags = ['--tag', 'feria', '--tag', '2027', '--batch-size', '100', '--retries', '0']
  const cut = await run('lists', 'import', file, '--list', list, ...flags)
  expect(cut.code).toBe(11)
  proxy.setFate(() => 'pass')
  expect((await run('lists', 'imports', 'resume')).code).toBe(0)
  const tagged = await contactsOf(cli, list)
  expect(tagged).toHaveLength(300)
  for (const { email, tags } of tagged) {
    const own = email === 't0@tags.example' ? ['own'] : []
    expect([...tags].sort()).toEqual(['2027', 'feria', ...own])
  }
  await proxy.close()
  expect((await cli('lists', 'import', file, '--list', list, '--tag', '')).code).toBe(2)

  const foreign = await startForeignServer()
  const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'token' }
  const one = newFile('one.csv', 'email,tags\nana@tags.example,own\n')
  await remite().with({ env })('lists', 'import', one, '--list', '12', '--tag', 'feria')
  const sent = foreign.requests.find(({ path }) => path === '/lists/12/contacts')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    email: 'ana@tags.example',
    tags: ['own', 'feria'],
  })
  await foreign.close()
})

test('created fields survive a lost network: the resumed import does not create them again', async () => {
  const proxy = await startLossyProxy(server.origin)
  const cli = remite(server)
  const list = await newList(cli, 'Cut fields')
  const file = newFile('clients.csv', clients)
  const isBatch = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path.endsWith('/contacts')
  proxy.setFate((passed) => (isBatch(passed) ? 'lost' : 'pass'))
  const run = cli.with({ env: { REMITE_API_URL: `${proxy.origin}/v3/api` } })
  const flags = ['--list', list, '--create-fields', '--retries', '0', '--json']
  expect((await run('lists', 'import', file, ...flags)).code).toBe(11)
  expect(await fieldsOf(cli, list)).toEqual(typesOfClients)
  proxy.setFate(() => 'pass')
  const again = await run('lists', 'import', file, ...flags)
  expect([again.code, JSON.parse(again.stderr.trim().split('\n').at(-1) ?? '').error.code]).toEqual(
    [7, 'import_unfinished'],
  )
  expect((await run('lists', 'imports', 'resume', '--json')).json()).toMatchObject({ created: 2 })
  expect(await fieldsOf(cli, list)).toEqual(typesOfClients)
  const [ana] = await contactsOf(cli, list)
  expect(ana.customFields).not.toEqual([])
  await proxy.close()
})

test('a rerun with the same key goes on with the list and the fields that exist', async () => {
  const cli = remite(server)
  const file = newFile('keyed.csv', clients)
  const key = ['--idempotency-key', 'nightly-1']
  const list = await cli('lists', 'create', '--name', 'Keyed', ...key, '-o', 'ids')
  const id = list.stdout.trim()
  await cli('lists', 'fields', 'create', '--list', id, '--name', 'Edad', '--type', 'number')
  const again = ['lists', 'import', file, '--create', 'Keyed', '--create-fields', ...key]
  for (const _ of [1, 2]) expect((await cli(...again)).code).toBe(0)
  expect(await fieldsOf(cli, id)).toHaveLength(typesOfClients.length)
  expect(await contactsOf(cli, id)).toHaveLength(2)
})

test('--create of a list that exists says how to import into it', async () => {
  const cli = remite(server)
  await newList(cli, 'Taken list')
  const file = newFile('taken.csv', clients)
  for (const way of [[], ['--upload']]) {
    const { code, stderr } = await cli('lists', 'import', file, '--create', 'Taken list', ...way)
    expect(code).toBe(6)
    expect(stderr).toContain('There is already a list “Taken list”.')
    expect(stderr).toContain("use --list 'Taken list' instead of --create")
  }
})

test('a list that does not exist is created after a yes; without a terminal the error says how', async () => {
  const cli = remite(server)
  await newList(cli, 'Clientes viejos')
  const file = newFile('few.csv', 'email\na@few.example\n')
  const refused = await cli('lists', 'import', file, '--list', 'Clientes')
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('Clientes viejos')
  expect(refused.stderr).toContain('--create Clientes')
  const declined = await cli.with({ ...atTerminal, typed: [['Create it?', `n${keys.enter}`]] })(
    ...['lists', 'import', file, '--list', 'Clientes'],
  )
  expect(declined.code).toBe(3)
  const agreed = await cli.with({ ...atTerminal, typed: [['Create it?', `y${keys.enter}`]] })(
    ...['lists', 'import', file, '--list', 'Clientes'],
  )
  expect(agreed.code).toBe(0)
  const found = await cli('lists', 'list', '--search', 'Clientes', '-o', 'json')
  const names = found.json().data.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['Clientes', 'Clientes viejos']))
  expect((await cli('lists', 'import', file)).code).toBe(2)
})
