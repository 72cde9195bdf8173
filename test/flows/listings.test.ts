import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import type { Verb } from '../../src/cli/syntax/verb.ts'
import { features } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/index.ts'
import { fillPath, tokensOf } from '../../src/contract/path.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { type ForeignServer, startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const terminal = { columns: 80 }
const tall = { columns: 80, rows: 24 }

const endpointOf = ({ endpoint }: Verb) => endpoints.find(({ id }) => id === endpoint)?.endpoint

describe('a list of 120,000 says that it goes on', () => {
  let server: ForeignServer
  const cli = () => remite({ url: server.url, token: 'a.b.c' })
  beforeAll(async () => {
    server = await startForeignServer()
    // The webhooks of an account have its id in their path.
    server.respond('GET /users/me', { body: { id: 1 } })
  })
  afterAll(() => server.close())

  /** `events tail` has no end, and `users roles` compares all roles. */
  const others = ['events tail', 'users roles']
  const listings = tree.filter((verb) => {
    const endpoint = endpointOf(verb)
    return (
      endpoint?.method === 'GET' && endpoint.output.kind === 'list' && !others.includes(verb.path)
    )
  })

  /** Answers the route of a verb with pages of this list. */
  function serve(verb: Verb, { hasTotal }: { hasTotal: boolean }): string[] {
    const endpoint = endpointOf(verb)
    const tokens = tokensOf(endpoint?.path ?? '')
    const path = fillPath(endpoint?.path ?? '', Object.fromEntries(tokens.map((name) => [name, 1])))
    server.respond(`GET ${path}`, ({ query }) => {
      const count = Number(query.get('limit') ?? 50)
      const from = Number(query.get('cursor') ?? 0)
      const body = Array.from({ length: count }, (_, index) => ({
        id: from + index + 1,
        name: 'x',
      }))
      return {
        headers: {
          'api-features': features.join(', '),
          'x-next-cursor': String(from + count),
          ...(hasTotal && { 'x-total-count': '120000' }),
        },
        body,
      }
    })
    const flags = verb.flags.filter(({ required }) => required)
    return [
      ...verb.path.split(' '),
      ...verb.positionals.filter(({ required }) => required).map(() => '1'),
      ...flags.flatMap(({ name }) => [`--${name}`, '1']),
    ]
  }

  test('every verb with a list is tested', () => {
    expect(listings.length).toBeGreaterThan(20)
  })

  test.each(listings.map((verb) => [verb.path, verb] as const))('%s', async (_, verb) => {
    const args = serve(verb, { hasTotal: true })
    const shown = await cli().with({ terminal })(...args)
    expect([shown.code, shown.stderr]).toEqual([
      0,
      expect.stringContaining('Showing 50 of 120,000; --all or --limit for more.'),
    ])
    const piped = await cli()(...args, '--json')
    expect(piped.stderr).toBe('')
    expect(piped.json()).toMatchObject({ has_more: true, next_cursor: '50', total: 120000 })

    serve(verb, { hasTotal: false })
    const uncounted = await cli().with({ terminal })(...args)
    expect(uncounted.stderr).toContain('Showing 50; there are more: --all or --limit.')
  })

  test('a file written at a terminal gets the notice too, unless --limit chose the number', async () => {
    const campaigns = tree.find(({ path }) => path === 'campaigns list') as Verb
    const args = serve(campaigns, { hasTotal: true })
    const csv = (...flags: string[]) => cli().with({ terminal })(...args, '-o', 'csv', ...flags)
    expect((await csv()).stderr).toContain('Showing 50 of 120,000')
    expect((await csv('--limit', '5')).stderr).toBe('')
    expect((await csv('-q')).stderr).toBe('')
    expect((await csv('--lang', 'es')).stderr).toContain(
      'Se muestran 50 de 120.000; --all o --limit para ver más.',
    )
    const table = await cli().with({ terminal })(...args, '--limit', '5')
    expect(table.stderr).toContain('Showing 5 of 120,000')
  })

  test('api says it of a plain answer, and --all reads it to its end', async () => {
    const call = ['api', 'GET', '/lists']
    const page = (from: number, count: number, next?: string) => ({
      headers: { 'x-total-count': '7', ...(next !== undefined && { 'x-next-cursor': next }) },
      body: Array.from({ length: count }, (_, index) => ({ id: from + index })),
    })
    server.respond('GET /lists', ({ query }) =>
      query.get('cursor') ? page(6, 2) : page(1, 5, 'five'),
    )
    const first = await cli().with({ terminal })(...call)
    expect(first.stderr).toContain('Showing 5 of 7; --all or --limit for more.')
    expect(first.json()).toHaveLength(5)
    const all = await cli()(...call, '--all')
    expect(all.json().map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('a server without cursors, but with a total, is read to its end', async () => {
    server.respond('GET /lists', ({ query }) => ({
      headers: { 'x-total-count': '7' },
      body: Array.from({ length: Math.min(7, Number(query.get('limit'))) }, (_, id) => ({ id })),
    }))
    const few = await cli().with({ terminal })('lists', 'list', '--limit', '3')
    expect(few.stderr).toContain('Showing 3 of 7')
    const { data, has_more: hasMore } = (await cli()('lists', 'list', '--all', '--json')).json()
    expect([data.length, hasMore]).toEqual([7, false])
  })
})

describe('the service', () => {
  let server: TestService
  let list: number
  beforeAll(async () => {
    server = await startService()
    const emails = Array.from({ length: 60 }, (_, index) => `reader-${index}@correo.example`)
    list = await addList(server, emails)
  })
  afterAll(() => server.close())

  const contacts = (...flags: string[]) => ['contacts', 'list', '--list', String(list), ...flags]

  test('a list that ends says nothing', async () => {
    const { stderr } = await remite(server).with({ terminal })(...contacts('--all'))
    expect(stderr).toBe('')
  })

  test('an address is shown whole where there is room', async () => {
    const { stdout } = await remite(server).with({ terminal })(...contacts())
    expect(stdout).toContain('reader-42@correo.example')
    expect(stdout).not.toContain('…')
  })

  test('a terminal of 0 columns is one of 80, help included', async () => {
    const unknown = remite(server).with({ terminal: { columns: 0 } })
    const known = remite(server).with({ terminal })
    for (const args of [contacts(), ['contacts', 'list', '--help'], ['dashboard']]) {
      expect((await unknown(...args)).stdout).toBe((await known(...args)).stdout)
    }
  })

  test('the roles are compared where they differ', async () => {
    const { stdout, stderr } = await remite(server).with({ terminal, env: { NO_COLOR: '1' } })(
      'users',
      'roles',
    )
    expect(stdout).toMatch(/^Create a user +✓ yes +✓ yes +✗ no$/m)
    expect(stderr).toContain('They differ in these')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('DNS records can be copied, and sentences wrap', async () => {
    const narrow = remite(server).with({ terminal: { columns: 40 }, env: { NO_COLOR: '1' } })
    const sender = ['--from-name', 'Ana', '--from-mail', 'ana@panaderia.example']
    const { stdout } = await narrow('senders', 'create', ...sender)
    expect(stdout).toMatch(/^ {2}remite-ed\._domainkey\.panaderia\.example$/m)
    const warnings = (await narrow('dashboard')).stdout.split('Warnings')[1] ?? ''
    expect(warnings).not.toContain('…')
    for (const line of warnings.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })

  test('an error wraps at words', async () => {
    const narrow = remite(server).with({ terminal: { columns: 40 }, env: { NO_COLOR: '1' } })
    const { stderr } = await narrow('contacts', 'list', '--list', '9999')
    const [first = ''] = stderr.split('remite ')
    for (const line of first.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })

  describe('with a pager', () => {
    const paged = (env: Record<string, string>, terminalSize = tall) =>
      remite(server).with({ terminal: terminalSize, env })
    /** A pager that keeps what it gets, and can leave early. */
    const keeper = (lines?: number) => {
      const file = `${newFolder()}/paged`
      const program = lines === undefined ? `cat > '${file}'` : `head -n ${lines} > '${file}'`
      return { program, text: () => readFileSync(file, 'utf8') }
    }

    test('a list longer than the screen goes through it, and the notice comes after', async () => {
      const { program, text } = keeper()
      const { code, stdout, stderr } = await paged({ PAGER: program })(...contacts())
      expect([code, stdout]).toEqual([0, ''])
      expect(text().split('\n')).toHaveLength(52)
      expect(stderr).toContain('Showing 50 of 60')
    })

    test('a list that fits is printed', async () => {
      const { program } = keeper()
      const { stdout } = await paged({ PAGER: program })(...contacts('--limit', '5'))
      expect(stdout.split('\n')).toHaveLength(7)
    })

    test('what a change answers is printed, so that a script of changes never waits in it', async () => {
      const { program } = keeper()
      const low = { columns: 80, rows: 4 }
      const sender = ['--from-name', 'News', '--from-mail', 'paged@example.org']
      const { code, stdout } = await paged({ PAGER: program }, low)('senders', 'create', ...sender)
      expect([code, stdout.split('\n').length > low.rows]).toEqual([0, true])
    })

    test('leaving it early is no failure, and nothing more is fetched', async () => {
      const { program, text } = keeper(3)
      const { code, stdout, stderr } = await paged({ PAGER: program })(...contacts('--all'))
      expect([code, stdout, stderr]).toEqual([0, '', ''])
      expect(text().split('\n')).toHaveLength(4)
    })

    test('a failure in the middle keeps its exit code', async () => {
      const foreign = await startForeignServer()
      const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: 'x' }))
      const first = { headers: { 'x-next-cursor': 'two' }, body: rows }
      foreign.respond('GET /lists', first, { status: 403, body: { message: 'no' } })
      const { program, text } = keeper()
      const run = remite({ url: foreign.url, token: 'a.b.c' })
      const { code } = await run.with({ terminal: tall, env: { PAGER: program } })(
        ...['lists', 'list', '--all'],
      )
      expect([code, text().split('\n').length]).toEqual([5, 502])
      await foreign.close()
    })

    test('a help topic and a guide go through it', async () => {
      for (const topic of ['environment', 'output', 'segments']) {
        const { program, text } = keeper()
        const { stdout } = await paged({ PAGER: program })('help', topic)
        expect([stdout, text().split('\n').length > 24]).toEqual(['', true])
      }
    })

    test.each([
      ['--no-pager', {}, ['--no-pager']],
      ['an empty REMITE_PAGER', { REMITE_PAGER: '' }, []],
      ['REMITE_PAGER=cat', { REMITE_PAGER: 'cat' }, []],
      ['CI', { CI: '1' }, []],
      ['a dumb terminal', { TERM: 'dumb' }, []],
      ['a machine format', {}, ['-o', 'csv']],
      ['a program that does not exist', { REMITE_PAGER: 'no-such-pager -R' }, []],
    ] as const)('there is none with %s', async (_, env, flags) => {
      const { program } = keeper()
      const { stdout } = await paged({ PAGER: program, ...env })(...contacts(...flags))
      expect(stdout.split('\n').length).toBeGreaterThan(50)
    })

    test('REMITE_PAGER wins over the setting, and the setting over PAGER', async () => {
      const [first, second, third] = [keeper(), keeper(), keeper()]
      const run = remite(server)
      const cli = run.with({ terminal: tall, env: { PAGER: third.program } })
      const login = run.with({ stdin: server.token, env: { REMITE_TOKEN: '' } })
      expect((await login('auth', 'login', '--with-token')).code).toBe(0)
      expect((await run('config', 'set', 'pager', second.program)).code).toBe(0)
      await cli(...contacts())
      expect(second.text()).toContain('reader-')
      const env = { PAGER: third.program, REMITE_PAGER: first.program }
      await run.with({ terminal: tall, env })(...contacts())
      expect(first.text()).toContain('reader-')
      expect(() => third.text()).toThrow('ENOENT')
    })
  })
})
