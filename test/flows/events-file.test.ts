import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addList } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startLossyProxy } from '../support/mail/lossy-proxy.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let folder: string
let round = 0
let name: string
beforeAll(async () => {
  server = await startService()
  await addList(server, ['ana@example.org', 'eva@example.org'])
})
beforeEach(() => {
  folder = newFolder()
  name = `sent ${++round}`
})
afterAll(() => server.close())

const newFile = (file: string, content: string): string => {
  const path = join(folder, file)
  writeFileSync(path, content)
  return path
}
const ndjson = (...events: object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')
const counted = async (): Promise<number> => {
  const { body } = await server.api('GET', '/events/names?limit=500')
  return body.find((each: { name: string }) => each.name === name)?.count ?? 0
}
const manyEvents = (count: number): string =>
  ndjson(
    ...Array.from({ length: count }, (_, index) => ({
      ...{ name, email: index % 2 ? 'ana@example.org' : 'eva@example.org' },
      properties: { index },
    })),
  )

test('a file of events is sent once, however often it is sent, with rejected lines in a file beside it', async () => {
  const cli = remite(server)
  const path = newFile(
    'shop.ndjson',
    `${ndjson(
      { name, email: 'ana@example.org', properties: { items: [{ sku: 'A', price: 2 }] } },
      { name, email: 'stranger@example.org' },
      { name, email: 'eva@example.org', value: 3, currency: 'EUR', event_id: `e-${round}` },
      { name, email: 'eva@example.org', event_id: `e-${round}` },
      { name, email: 'eva@example.org', properties: { items: 'none' } },
    )}no json\n{"name":"${name}","email":"eva@example.org","__proto__":{"x":1}}\n`,
  )
  const sent = await cli('events', 'send', '--file', path, '--json')
  expect([sent.code, sent.json()]).toEqual([
    9,
    expect.objectContaining({ rows: 7, recorded: 2, duplicates: 1, rejected: 4 }),
  ])
  expect(sent.stderr).toContain('shop.rejects.ndjson')
  const rejects = readFileSync(join(folder, 'shop.rejects.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rejects).toContainEqual({
    ...{ name, email: 'stranger@example.org', line: 2, error_code: 'unknown_id' },
    error_message: expect.stringMatching(/^email: ./),
  })
  expect(rejects).toContainEqual(
    expect.objectContaining({ text: 'no json', line: 6, error_code: 'bad_json' }),
  )
  expect(rejects.map(({ error_message }) => error_message)).toContainEqual(
    expect.stringMatching(/^properties\.items: .*list.*text/),
  )
  const again = await cli('events', 'send', '--file', path, '--json', '--max-rejects', '4')
  expect([again.code, again.json()]).toEqual([
    0,
    expect.objectContaining({ recorded: 0, duplicates: 3, rejected: 4 }),
  ])
  expect(await counted()).toBe(2)
  // What was corrected in the rejects file is sent as it is.
  const fixed = newFile(
    'shop.rejects.ndjson',
    `${JSON.stringify({ ...rejects.find(({ line }) => line === 2), email: 'ana@example.org' })}\n`,
  )
  const corrected = await cli('events', 'send', '--file', fixed, '--json')
  expect([corrected.code, corrected.json().recorded]).toEqual([0, 1])
})

test('a table of events is sent: its columns are fields of the event, or properties', async () => {
  const cli = remite(server)
  const path = newFile(
    'orders.csv',
    'Email;Value;Currency;Event ID;total;gift\nana@example.org;4.5;EUR;o-1;30;true\nnobody;1;EUR;o-2;;\n',
  )
  const sent = await cli('events', 'send', name, '--file', path, '-o', 'json')
  expect([sent.code, sent.json()]).toMatchObject([9, { recorded: 1, rejected: 1 }])
  expect(readFileSync(join(folder, 'orders.rejects.csv'), 'utf8')).toContain(
    'nobody;1;EUR;o-2;;;3;',
  )
  const { body } = await server.api('GET', `/events?name=${encodeURIComponent(name)}`)
  expect(body).toMatchObject([
    {
      email: 'ana@example.org',
      value: 4.5,
      currency: 'EUR',
      properties: { total: 30, gift: true },
    },
  ])
})

test('a run that was interrupted goes on where it stopped, and no event is recorded twice', async () => {
  const path = newFile('big.ndjson', manyEvents(3500))
  const stop = new AbortController()
  let requests = 0
  const proxy = await startLossyProxy(server.url)
  proxy.setFate(({ method }) => {
    if (method === 'POST' && ++requests === 2) stop.abort('SIGINT')
    return 'pass'
  })
  const cli = remite({ ...server, url: proxy.origin })
  const first = await cli.with({ stopped: stop.signal })('events', 'send', '--file', path, '--json')
  expect(first.code).toBe(130)
  expect(first.stderr).toContain(`remite events send --file ${path}`)
  // The third batch may be under way when the second one arrives. What is under way is finished.
  expect([2000, 3000]).toContain(await counted())
  const second = await cli('events', 'send', '--file', path, '--json')
  expect([second.code, second.json()]).toMatchObject([0, { rows: 3500, recorded: 3500 }])
  expect(await counted()).toBe(3500)
  // The batches that were confirmed are not sent again.
  expect(requests).toBe(4)
  const journals = join(cli.folder, 'state', 'events')
  expect(existsSync(journals) ? readdirSync(journals) : []).toEqual([])
  await proxy.close()
})

test('standard input is sent as it arrives, with a note that it can be read only once', async () => {
  const cli = remite(server)
  const stdin = ndjson({ name, email: 'ana@example.org' }, { name, email: 'ana@example.org' })
  const sent = await cli.with({ stdin })('events', 'send', '--file', '-', '--json')
  expect([sent.code, sent.json()]).toMatchObject([0, { rows: 2, recorded: 2 }])
  expect(sent.stderr).toContain('read only once')
  const shown = await cli.with({ stdin, terminal: { columns: 80 } })(
    'events',
    'send',
    '--file',
    '-',
  )
  expect(shown.stdout).toMatch(/Recorded\b.* 2\n/)
})

test('a dry run checks the events and sends none, and flags of one event are refused', async () => {
  const cli = remite(server)
  const path = newFile(
    'dry.ndjson',
    ndjson({ name, email: 'ana@example.org' }, { name, value: 'x' }),
  )
  const dry = await cli('events', 'send', '--file', path, '--dry-run', '--json')
  expect([dry.code, dry.json()]).toMatchObject([
    0,
    {
      dry_run: true,
      rows: 2,
      accepted: 1,
      rejected: 1,
      rejects: [{ line: 2, code: 'wrong_type' }],
    },
  ])
  expect(await counted()).toBe(0)
  const both = await cli('events', 'send', '--file', path, '--email', 'ana@example.org')
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--email')])
  const none = await cli('events', 'send')
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--file')])
  const empty = await cli('events', 'send', '--file', newFile('empty.ndjson', ''))
  expect(empty.code).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(['dry.ndjson', 'empty.ndjson'])
})

const skus = async (): Promise<unknown[]> => {
  const { body } = await server.api(
    'GET',
    `/events?name=${encodeURIComponent(name)}&order=asc&limit=500`,
  )
  return body.map((each: { properties: { sku?: unknown } }) => each.properties.sku)
}
const table = (...values: string[]): string =>
  ['email,sku', ...values.map((value) => `ana@example.org,${value}`)].join('\n')

test('a column of a table has one type: the one that is known, or that fits its first batch', async () => {
  const cli = remite(server)
  const send = async (file: string, ...values: string[]) => {
    const sent = await cli(
      'events',
      'send',
      name,
      '--file',
      newFile(file, table(...values)),
      '--json',
    )
    return sent.json()
  }
  const mixed = newFile('mixed.csv', table('1234', 'A-1'))
  const rehearsed = await cli('events', 'send', name, '--file', mixed, '--dry-run')
  expect(rehearsed.stderr).toContain('The values of sku have different types')
  const lines = ndjson(...[1234, 'A-1'].map((sku) => ({ name, properties: { sku } })))
  const typed = await cli('events', 'send', '--file', newFile('typed.ndjson', lines), '--dry-run')
  expect(typed.stderr).not.toContain('different types')
  const sorted = async () => (await skus()).map(String).sort()
  expect(await send('mixed.csv', '1234', 'A-1', 'true', '007')).toMatchObject({ recorded: 4 })
  expect(await sorted()).toEqual(['007', '1234', 'A-1', 'true'])
  // Now the server knows that it is text, although each cell of this file looks like a number.
  expect(await send('numbers.csv', '55', '66')).toMatchObject({ recorded: 2, rejected: 0 })
  expect((await skus()).every((each) => typeof each === 'string')).toBe(true)
})

test('a later value that does not fit a column of numbers is rejected by name', async () => {
  const cli = remite(server)
  const path = newFile('late.csv', table(...Array.from({ length: 1000 }, (_, n) => `${n}`), 'A-1'))
  const sent = await cli('events', 'send', name, '--file', path, '--json')
  expect(sent.json()).toMatchObject({ recorded: 1000, rejected: 1 })
  expect(readFileSync(join(folder, 'late.rejects.csv'), 'utf8')).toMatch(
    /A-1,1002,other_type,"properties\.sku: /,
  )
})

test('a quoted number makes a new column text', async () => {
  const cli = remite(server)
  const path = newFile('quoted.csv', table('"""1234"""', '55'))
  await cli('events', 'send', name, '--file', path, '--json')
  expect((await skus()).sort()).toEqual(['1234', '55'])
})

test('a key that may only send events decides the columns by their first batch', async () => {
  const { body } = await server.api('POST', '/auth/keys', {
    name: `shop ${round}`,
    scopes: ['events:write'],
  })
  const cli = remite({ ...server, token: body.key })
  const path = newFile('shop.csv', table('1234', 'A-1'))
  const sent = await cli('events', 'send', name, '--file', path, '--json')
  expect(sent.json()).toMatchObject({ recorded: 2, rejected: 0 })
})
