import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { type Fate, startLossyProxy } from '../support/mail/lossy-proxy.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
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

const people = (count: number): string =>
  `email,nombre\n${Array.from({ length: count }, (_, n) => `p${n}@example.org,Person ${n}\n`).join('')}`

const contactsOf = async (cli: Cli, list: string): Promise<Record<string, string>[]> =>
  (await cli('contacts', 'list', '--list', list, '--all', '--json')).json().data

const journalsIn = ({ folder }: Cli): string[] => {
  const imports = join(folder, 'state', 'imports')
  return existsSync(imports) ? readdirSync(imports) : []
}

/**
 * A file as a Spanish Excel saves it: semicolons, Windows-1252, CRLF, line breaks in quotes. Four rows are
 * invalid.
 */
const fromExcel = [
  'Correo;Nombre;Apellidos;Cumpleaños;Talla;Nota',
  'ana@example.org;Ana;Núñez;31/12/1990;M;"dos\nlíneas"',
  'josé.example.org;José;Peña;01/02/1985;L;',
  'eva@example.org;Eva;Ibáñez;31/02/1990;M;',
  'leo@example.org;Leo;Gil;1990-05-06;enorme;',
  ';Sin;Correo;;;',
  'mar@example.org;"Mar ""la Grande""";Ruiz;;S;',
  '',
].join('\r\n')

async function listWithFields(cli: Cli, name: string): Promise<string> {
  const list = await newList(cli, name)
  const create = (...flags: string[]) => cli('lists', 'fields', 'create', '--list', list, ...flags)
  await create('--name', 'Cumpleaños', '--type', 'date')
  await create('--name', 'Talla', '--type', 'dropdown', '--option', 'S', '--option', 'M')
  return list
}

test('an Excel file from Spain is imported; its rejects are corrected and imported too', async () => {
  const cli = remite(server)
  const list = await listWithFields(cli, 'Clientes')
  const file = newFile('clientes.csv', iconv.encode(fromExcel, 'windows-1252'))
  const result = await cli('lists', 'import', file, '--list', 'Clientes', '--json')
  expect(result.stderr).toContain('CSV, semicolons, WINDOWS-1252')
  expect(result.stderr).toContain('Correo → email')
  expect(result.stderr).toContain('Columns that are not used (1): Nota.')
  const rejects = file.replace('.csv', '.rejects.csv')
  expect(result.code).toBe(9)
  expect(result.json()).toMatchObject({
    list_id: Number(list),
    rows: 6,
    created: 2,
    updated: 0,
    skipped: 0,
    duplicates: 0,
    rejected: 4,
    rejects_file: rejects,
  })
  expect(await contactsOf(cli, list)).toMatchObject([
    { email: 'ana@example.org', nombre: 'Ana Núñez' },
    { email: 'mar@example.org', nombre: 'Mar "la Grande" Ruiz' },
  ])
  const refused = readFileSync(rejects, 'utf8')
  const codes = refused.match(/;(\d+);(bad_email|bad_date|not_a_choice|required);/g)
  expect(codes).toEqual([';4;bad_email;', ';5;bad_date;', ';6;not_a_choice;', ';7;required;'])

  const mended = refused
    .replace('josé.example.org', 'jose@example.org')
    .replace(';L;', ';M;')
    .replace('31/02/1990', '28/02/1990')
    .replace('enorme', 'S')
    .replace(';Sin;', 'sin@example.org;Sin;')
  writeFileSync(rejects, mended)
  const again = await cli('lists', 'import', rejects, '--list', list, '--json')
  expect(again.code).toBe(0)
  expect(again.json()).toMatchObject({ rows: 4, created: 4, rejected: 0, rejects_file: null })
  expect(readdirSync(join(file, '..'))).toEqual(['clientes.csv', 'clientes.rejects.csv'])
})

test('server rejects are in the rejects file with line and original row', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Left')
  await cli('contacts', 'add', '--list', list, '--email', 'gone@example.org')
  await cli('contacts', 'remove', 'gone@example.org', '--list', list, '--erase', '--yes')
  const file = newFile(
    'left.csv',
    'email,nombre\nnew@example.org,New\ngone@example.org,"Gone, G"\n',
  )
  const result = await cli('lists', 'import', file, '--list', list, '--json')
  expect(result.code).toBe(9)
  expect(result.json()).toMatchObject({ rows: 2, created: 1, rejected: 1 })
  const refused = readFileSync(result.json().rejects_file, 'utf8').split('\r\n')[1]
  expect(refused).toMatch(/^gone@example\.org,"Gone, G",3,suppressed,/)
  expect(await contactsOf(cli, list)).toMatchObject([{ email: 'new@example.org' }])
})

test('unsubscribed contacts stay unsubscribed', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Stays')
  const contact = ['stays@example.org', '--list', list]
  await cli('contacts', 'add', '--list', list, '--email', 'stays@example.org')
  await cli('contacts', 'update', ...contact, '--status', 'unsubscribed')
  await cli('lists', 'import', newFile('stays.csv', 'email\nstays@example.org\n'), '--list', list)
  expect((await cli('contacts', 'get', ...contact, '--json')).json().status).toBe('unsubscribed')
})

test('a repeated address is sent after its first row, and every row is counted once', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Twice')
  const rows = [
    'ana@example.org,Ana,',
    'eva@example.org,Eva,a',
    'ANA@example.org,Ana María,b',
    'leo@example.org,Leo,',
    'ana@example.org,,c',
  ]
  const file = newFile('twice.csv', `email,nombre,tags\n${rows.join('\n')}\n`)
  for (const size of ['1000', '2', '1']) {
    const result = await cli(
      'lists',
      'import',
      file,
      '--list',
      list,
      '--batch-size',
      size,
      '--json',
    )
    const { created, updated, skipped, duplicates, rejected, rows: all } = result.json()
    expect([result.code, all, duplicates, rejected]).toEqual([0, 5, 2, 0])
    expect(created + updated + skipped).toBe(3)
  }
  const ana = (await contactsOf(cli, list)).find(({ email }) => email?.startsWith('ana'))
  expect(ana?.nombre).toBe('Ana María')
})

test('a dry run reports what would happen and sends nothing', async () => {
  const cli = remite(server)
  const file = newFile('dry.csv', `${people(3)}nobody,Nobody\n`)
  const list = await newList(cli, 'Dry')
  const result = await cli('lists', 'import', file, '--list', list, '--dry-run', '--json')
  expect(result.code).toBe(0)
  expect(result.json()).toMatchObject({
    dry_run: true,
    rows: 4,
    accepted: 3,
    created: 3,
    rejected: 1,
  })
  expect(await contactsOf(cli, list)).toEqual([])
  expect(readdirSync(join(file, '..'))).toEqual(['dry.csv'])
  const rejects = join(file, '..', 'bad.csv')
  const options = ['--dry-run', '--rejects', rejects]
  await remite()('lists', 'import', file, '--create', 'Other', ...options)
  expect(readFileSync(rejects, 'utf8')).toContain('nobody')
  expect((await cli('lists', 'list', '--q', 'Other', '-o', 'ids')).stdout).toBe('')
})

test('a list is created for the file, and standard input is read once', async () => {
  const cli = remite(server)
  const result = await cli.with({ stdin: people(5) })(
    'lists',
    'import',
    '-',
    '--create',
    'Piped',
    '--json',
  )
  expect(result.json()).toMatchObject({ rows: 5, created: 5 })
  expect(result.stderr).toContain('cannot be resumed')
  expect(await contactsOf(cli, String(result.json().list_id))).toHaveLength(5)
  expect(journalsIn(cli)).toEqual([])
})

test('Spanish for people, and the same bytes as in English for machines', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Idiomas')
  const file = newFile('idiomas.csv', `Correo,Edad\nana@example.org,3\nmal,4\n`)
  const run = (lang: string) => {
    const flags = ['--list', list, '--fields', 'rows,created,updated,rejected', '-o', 'csv']
    return cli.with({ env: { LC_ALL: lang } })('lists', 'import', file, ...flags)
  }
  await run('en_US.UTF-8')
  const [english, spanish] = [await run('en_US.UTF-8'), await run('es_ES.UTF-8')]
  expect(spanish.stdout).toBe(english.stdout)
  expect([spanish.code, english.code]).toEqual([9, 9])
  expect(spanish.stderr).toContain('Correo → correo')
  // What was taken is done, so it is no error.
  expect(spanish.stderr).toContain('aviso: Filas aceptadas: 1 de 2. Rechazadas: 1.')
  expect(english.stderr).toContain('warning: Rows accepted: 1 of 2. Rejected: 1.')
  expect(spanish.stderr + english.stderr).not.toContain('error:')
  expect(readFileSync(file.replace('.csv', '.rejects-3.csv'), 'utf8')).toContain(
    'no es una dirección',
  )
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test('a file that is not a contact table is refused before sending, with the reason', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Wrong')
  const run = async (path: string, ...flags: string[]) => {
    const result = await cli('lists', 'import', path, '--list', list, ...flags, '--json')
    expect(result.stdout).toBe('')
    const { code, detail } = JSON.parse(result.stderr.trim().split('\n').at(-1) ?? '').error
    return [result.code, code, detail]
  }
  const workbook = newFile('book.xlsx', Buffer.from('504b0304140006000800', 'hex'))
  expect(await run(newFile('logo.csv', png))).toEqual([
    2,
    'file_not_text',
    expect.stringContaining('png'),
  ])
  expect(await run(workbook)).toEqual([2, 'workbook_broken', expect.any(String)])
  expect(await run(newFile('empty.csv', ''))).toEqual([2, 'file_empty', expect.any(String)])
  expect(await run(join(newFolder(), 'none.csv'))).toEqual([
    2,
    'file_unreadable',
    expect.any(String),
  ])
  expect(await run(newFolder())).toEqual([2, 'file_unreadable', expect.stringContaining('folder')])
  expect(await run(newFile('names.csv', 'nombre\nAna\n'))).toEqual([
    2,
    'no_email_column',
    expect.any(String),
  ])
  const map = ['--map', 'Phone=email']
  expect(await run(newFile('map.csv', people(1)), ...map)).toEqual([
    2,
    'usage',
    expect.stringContaining('no column “Phone”'),
  ])
  expect(journalsIn(cli).filter((name) => !name.endsWith('.lock'))).toEqual([])
})

test('an unknown list is exit 3, by id and by name', async () => {
  const cli = remite(server)
  const file = newFile('people.csv', people(1))
  expect((await cli('lists', 'import', file, '--list', '999999')).code).toBe(3)
  expect((await cli('lists', 'import', file, '--list', 'Nobody')).code).toBe(3)
  expect((await cli('lists', 'import', file)).code).toBe(2)
})

test('a read-only state folder stops the import before it sends anything', async () => {
  const cli = remite(server)
  const before = (await cli('lists', 'list', '--all', '-o', 'ids')).stdout
  const blocked = newFile('blocked', 'no folder')
  const result = await cli.with({ env: { REMITE_STATE_DIR: blocked } })(
    ...['lists', 'import', newFile('people.csv', people(1)), '--create', 'Never', '--json'],
  )
  expect([result.code, JSON.parse(result.stderr).error.code]).toEqual([7, 'state_unwritable'])
  expect((await cli('lists', 'list', '--all', '-o', 'ids')).stdout).toBe(before)
})

test('too many rejected rows stop it, with the most frequent reason', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Many')
  const bad = Array.from({ length: 600 }, (_, n) => `bad${n},x\n`).join('')
  const start = newFile('start.csv', people(300) + bad)
  const stopped = await cli('lists', 'import', start, '--list', list, '--json')
  expect(stopped.code).toBe(9)
  expect(stopped.stdout).toBe('')
  const { code, detail } = JSON.parse(stopped.stderr.trim().split('\n').at(-1) ?? '').error
  expect(code).toBe('too_many_rejects')
  expect(detail).toContain('half of the first 1,000')
  expect(detail).toContain('is not a valid email address')
  expect((await cli('lists', 'imports', 'list', '-o', 'ids')).stdout).toBe('')

  const file = newFile('few.csv', `${people(250)}bad1,x\nbad2,x\n`)
  const inHundreds = ['--batch-size', '100', '--json']
  const allowing = (most: string) =>
    cli('lists', 'import', file, '--list', list, '--max-rejects', most, ...inHundreds)
  expect((await allowing('1')).code).toBe(9)
  const [id] = (await cli('lists', 'imports', 'list', '-o', 'ids')).stdout.split('\n')
  expect((await cli('lists', 'imports', 'resume', String(id), '--max-rejects', '2')).code).toBe(0)
  expect((await allowing('20%')).code).toBe(0)
})

interface Interruption {
  cli: Cli
  list: string
  file: string
  proxy: Awaited<ReturnType<typeof startLossyProxy>>
  run: Cli
}

/** Prepares an import of 900 rows in 9 batches, through a proxy that can lose requests. */
async function setUp(name: string): Promise<Interruption> {
  const proxy = await startLossyProxy(server.origin)
  const cli = remite(server)
  const list = await newList(cli, name)
  const run = cli.with({ env: { REMITE_API_URL: `${proxy.origin}/v3/api` } })
  const file = newFile('people.csv', `${people(899)}nobody,Nobody\n`)
  return { cli, list, file, proxy, run: Object.assign(run, { with: cli.with, folder: cli.folder }) }
}

const isBatch = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/contacts')

test('after a network failure it resumes without losing or repeating a row', async () => {
  const { cli, list, file, proxy, run } = await setUp('Cut')
  let batches = 0
  proxy.setFate((passed) => {
    if (!isBatch(passed)) return 'pass'
    batches++
    return batches <= 3 ? 'pass' : batches === 4 ? 'answer lost' : 'lost'
  })
  const flags = ['--list', list, '--batch-size', '100', '--concurrency', '2', '--json']
  const cut = await run('lists', 'import', file, ...flags, '--retries', '0')
  expect(cut.code).toBe(11)
  expect(cut.stdout).toBe('')
  const { suggestion } = JSON.parse(cut.stderr.trim().split('\n').at(-1) ?? '').error
  expect(suggestion).toMatch(/^remite lists imports resume [0-9a-f]{10}$/)

  proxy.setFate(() => 'pass')
  const again = await run('lists', 'import', file, ...flags)
  expect(again.code).toBe(7)
  expect(again.stderr).toContain(suggestion)
  const shown = await run('lists', 'imports', 'list', '--json')
  expect(shown.json().data).toMatchObject([{ file, list_id: list, sent: 300 }])

  const sent = proxy.requests.length
  const resumed = await run(...suggestion.split(' ').slice(1), '--json')
  expect(resumed.code).toBe(9)
  expect(resumed.json()).toMatchObject({ rows: 900, created: 899, updated: 0, rejected: 1 })
  expect(proxy.requests.slice(sent).filter(isBatch)).toHaveLength(6)
  expect(await contactsOf(cli, list)).toHaveLength(899)
  expect(readdirSync(join(file, '..')).sort()).toEqual(['people.csv', 'people.rejects.csv'])
  expect(
    readFileSync(file.replace('.csv', '.rejects.csv'), 'utf8').match(/^nobody/gm),
  ).toHaveLength(1)
  expect((await run('lists', 'imports', 'resume')).code).toBe(3)
  expect(journalsIn(cli)).toEqual([])
  await proxy.close()
})

test('Ctrl-C finishes the batches under way, and resuming finishes the rest', async () => {
  const { cli, list, file, proxy, run } = await setUp('Stopped')
  const stopping = new AbortController()
  let batches = 0
  proxy.setFate((passed) => {
    if (isBatch(passed) && ++batches === 3) stopping.abort('SIGINT')
    return 'pass'
  })
  const url = { REMITE_API_URL: `${proxy.origin}/v3/api` }
  const stopped = await cli.with({ env: url, stopped: stopping.signal })(
    ...['lists', 'import', file, '--list', list, '--batch-size', '100', '--concurrency', '2'],
  )
  expect(stopped.code).toBe(130)
  expect(stopped.stderr).toMatch(/remite lists imports resume [0-9a-f]{10}/)
  const { sent } = (await run('lists', 'imports', 'list', '--json')).json().data[0]
  expect(sent).toBe(batches * 100)
  expect(await contactsOf(cli, list)).toHaveLength(sent)
  const resumed = await run('lists', 'imports', 'resume', '--json')
  expect(resumed.json()).toMatchObject({ rows: 900, created: 899, rejected: 1 })
  await proxy.close()
})

test('a file that changed meanwhile is refused', async () => {
  const { list, file, proxy, run } = await setUp('Changed')
  proxy.setFate((passed) => (isBatch(passed) ? 'lost' : 'pass'))
  await run('lists', 'import', file, '--list', list, '--retries', '0')
  proxy.setFate(() => 'pass')
  writeFileSync(file, people(3))
  const result = await run('lists', 'imports', 'resume', '--json')
  expect([result.code, JSON.parse(result.stderr).error.code]).toEqual([2, 'file_changed'])
  await proxy.close()
})

test('an import unfinished for a month is dropped by the next one', async () => {
  const cli = remite(server)
  const imports = join(cli.folder, 'state', 'imports')
  mkdirSync(imports, { recursive: true })
  for (const [name, days] of [['old', 31] as const, ['new', 29] as const]) {
    writeFileSync(join(imports, `${name}.ndjson`), '')
    const then = Date.now() / 1000 - days * 86_400
    utimesSync(join(imports, `${name}.ndjson`), then, then)
  }
  const list = await newList(cli, 'Abandoned')
  const { code } = await cli('lists', 'import', newFile('a.csv', people(2)), '--list', list)
  expect(code).toBe(0)
  expect(journalsIn(cli)).toEqual(['new.ndjson'])
})

test('a journal torn by a crash resumes at its last complete line', async () => {
  const { cli, list, file, proxy, run } = await setUp('Torn')
  let batches = 0
  proxy.setFate((passed) => (isBatch(passed) && ++batches > 4 ? 'lost' : 'pass'))
  const flags = ['--batch-size', '100', '--concurrency', '1', '--retries', '0']
  await run('lists', 'import', file, '--list', list, ...flags)
  const [journal = ''] = journalsIn(cli)
  const path = join(cli.folder, 'state', 'imports', journal)
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))
  proxy.setFate(() => 'pass')
  const sent = proxy.requests.length
  const resumed = await run('lists', 'imports', 'resume', '--json')
  expect(resumed.json()).toMatchObject({ rows: 900, created: 899, updated: 0, rejected: 1 })
  expect(proxy.requests.slice(sent).filter(isBatch)).toHaveLength(6)
  await proxy.close()
})

test('two imports of one file do not run at once; the lock of a dead one is taken over', async () => {
  const { cli, list, file, proxy, run } = await setUp('Locked')
  let second: Promise<{ code: number; stderr: string }> | undefined
  proxy.setFate(async (passed): Promise<Fate> => {
    if (isBatch(passed)) {
      second ??= run('lists', 'import', file, '--list', list)
      await second
    }
    return 'pass'
  })
  const [first, other] = [await run('lists', 'import', file, '--list', list), await second]
  expect([first.code, other?.code]).toEqual([9, 13])
  const imports = join(cli.folder, 'state', 'imports')
  mkdirSync(imports, { recursive: true })
  const { createHash } = await import('node:crypto')
  const { hostname } = await import('node:os')
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
  const dead = { pid: 2 ** 22 + 1, host: hostname(), since: '2027-01-01T00:00:00Z', id: 'x' }
  writeFileSync(join(imports, `${sum}.lock`), JSON.stringify(dead))
  expect((await run('lists', 'import', file, '--list', list)).code).toBe(9)
  await proxy.close()
})

test('a server with only the specified routes gets plain contacts, one by one', async () => {
  const foreign = await startForeignServer()
  const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'token' }
  const cli = remite().with({ env })
  foreign.respond(
    'POST /lists/12/contacts',
    { body: { ok: true, id: 'a1' } },
    {
      status: 422,
      body: { message: 'mailbox is full' },
    },
    { body: { ok: true } },
  )
  const file = newFile('few.csv', people(3))
  const result = await cli('lists', 'import', file, '--list', '12', '--concurrency', '1', '--json')
  expect(result.code).toBe(9)
  expect(result.json()).toMatchObject({ rows: 3, created: 2, rejected: 1 })
  const sent = foreign.requests.filter(isBatch).map(({ body }) => JSON.parse(body))
  expect(sent).toEqual(
    [0, 1, 2].map((n) => ({ email: `p${n}@example.org`, nombre: `Person ${n}` })),
  )
  expect(readFileSync(file.replace('.csv', '.rejects.csv'), 'utf8')).toContain('mailbox is full')
  expect((await cli('lists', 'import', file, '--list', '12', '--mode', 'insert')).code).toBe(14)
  await foreign.close()
})

test('a response that does not cover every row is not trusted: rows go one by one', async () => {
  const foreign = await startForeignServer()
  const headers = { 'api-features': 'batch' }
  foreign.respond('GET /lists/12/fields', { headers, body: [] })
  const cli = remite().with({ env: { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'token' } })
  const short = { headers, body: { created: 1, updated: 0, skipped: 0, errors: [] } }
  foreign.respond('POST /lists/12/contacts', short, { headers, body: { ok: true } })
  const result = await cli(
    'lists',
    'import',
    newFile('few.csv', people(3)),
    '--list',
    '12',
    '--json',
  )
  expect(result.json()).toMatchObject({ rows: 3, created: 3 })
  expect(foreign.requests.filter(isBatch)).toHaveLength(4)
  await foreign.close()
})
