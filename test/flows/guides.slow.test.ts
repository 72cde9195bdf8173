import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'

const guides = 'docs/guides'

/** Returns the code blocks of a guide. */
const blocksIn = (guide: string, kind: 'sh' | 'crontab' | 'json'): string[] =>
  [...readFileSync(join(guides, guide), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(
    ([, found, text = '']) => (found === kind ? [text] : []),
  )

let server: TestService
let sink: Awaited<ReturnType<typeof startSink>>
let home: string
let folder: string
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server, 'news@example.org')
  await addList(server, ['ana@correo.example'], 'Customers')
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

beforeEach(() => {
  home = newFolder()
  folder = join(home, 'newsletter')
  mkdirSync(folder)
  for (const name of readdirSync(guides)) {
    if (name.endsWith('.sh')) copyFileSync(join(guides, name), join(folder, name))
  }
  writeFileSync(join(folder, 'clients.csv'), 'Correo;Nombre\neva@correo.example;Eva\n')
  writeFileSync(join(folder, 'march.html'), '<p>Hola {{ unsubscribe_url }}</p>')
  const remite = join(home, 'remite')
  writeFileSync(
    remite,
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/remite.js')}' "$@"\n`,
  )
  chmodSync(remite, 0o755)
})

/** Runs a script with a minimal environment, as cron and CI do. */
const run = (script: string, env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const child = spawn('/bin/sh', ['-eu', '-c', script], {
      cwd: folder,
      env: {
        HOME: home,
        PATH: `${home}:/usr/bin:/bin`,
        REMITE_API_URL: server.url,
        REMITE_TOKEN: server.token,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk) => {
        output[name] += chunk
      })
    }
    child.once('close', (code) => done({ code, ...output }))
  })

const fileIn = (name: string): string => readFileSync(join(folder, name), 'utf8')

const statuses = async (): Promise<string[]> => {
  const rows = await server.service.db
    .selectFrom('contacts')
    .select(['email'])
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

test('every script is valid POSIX shell', async () => {
  for (const name of readdirSync(guides).filter((each) => each.endsWith('.sh'))) {
    expect(await run(`sh -n ${name}`)).toEqual({ code: 0, stdout: '', stderr: '' })
  }
})

test('the nightly import adds its contacts silently, from its crontab too', async () => {
  const [rehearse = '', nightly = ''] = blocksIn('importing.md', 'sh')
  expect(await run(rehearse)).toMatchObject({ code: 0 })
  expect(await statuses()).toEqual(['ana@correo.example'])
  expect(await run(nightly)).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await statuses()).toEqual(['ana@correo.example', 'eva@correo.example'])
  const [crontab = ''] = blocksIn('importing.md', 'crontab')
  const [, job = ''] = /^(?:[\d*]\S* ){5}(.+)$/m.exec(crontab) ?? []
  expect(await run(job)).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('rejected contacts are kept and reported, and the others are imported', async () => {
  writeFileSync(join(folder, 'clients.csv'), 'Correo;Nombre\nluz@correo.example;Luz\nnobody;No\n')
  const { code, stdout, stderr } = await run('sh import.sh')
  expect([code, stdout]).toEqual([9, ''])
  const [, file = ''] = /See (\S+\.csv) for/.exec(stderr) ?? []
  expect(readFileSync(file, 'utf8')).toContain('nobody')
  expect(await statuses()).toContain('luz@correo.example')
})

test('an import resumes after its server was unreachable', async () => {
  const foreign = await startForeignServer()
  foreign.respond('GET /lists', { body: [{ id: 3, name: 'Customers' }] })
  foreign.respond('GET /lists/3/fields', { body: [] })
  const rows = Array.from({ length: 4 }, (_, index) => `p${index}@correo.example;P`)
  writeFileSync(join(folder, 'clients.csv'), `Correo;Nombre\n${rows.join('\n')}\n`)
  const away = { status: 503, headers: { 'retry-after': '0' } }
  foreign.respond('POST /lists/3/contacts', { body: { ok: true } }, ...Array(5).fill(away), {
    body: { ok: true },
  })
  const env = { REMITE_API_URL: foreign.url, PAUSES: '0 0 0' }
  const result = await run('sh import.sh', env)
  await foreign.close()
  const taken = new Set(foreign.requests.map(({ body }) => /p\d@/.exec(body)?.[0]).filter(Boolean))
  expect([result.code, result.stderr, taken.size]).toEqual([0, '', 4])
})

test('without a session the import script shows the error of the command', async () => {
  const result = await run('sh import.sh', { REMITE_TOKEN: '' })
  expect(result).toMatchObject({ code: 4, stdout: '' })
  expect(result.stderr).toMatch(/^error: .*\n/)
})

test('campaign figures are appended to a table, one line each time', async () => {
  const [send = '', later = '', number = ''] = blocksIn('figures.md', 'sh')
  expect(await run(send)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(await run(later)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const [header = '', first = '', second = '', ...rest] = fileIn('figures.csv').split(/\r?\n/)
  expect(header).toMatch(/^date,campaign,.*\bsent\b/)
  expect(first).toMatch(/^\d{4}-\d\d-\d\d,\d+,/)
  expect([second, rest]).toEqual([first, ['']])
  expect(first.split(',')).toHaveLength(header.split(',').length)
  expect((await run(number)).stdout).toMatch(/^\d+\n$/)
})

test('unavailable figures append nothing', async () => {
  expect((await run('sh figures.sh 999999')).code).toBe(3)
  expect(readdirSync(folder)).not.toContain('figures.csv')
})

test('a session that expires within a week fails the check, and a longer one passes', async () => {
  const [check = '', show = ''] = blocksIn('session.md', 'sh')
  expect(await run(check)).toEqual({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('remite auth login --remember-me'),
  })
  const { body } = await server.api('POST', '/auth/getToken', {
    username: 'ana',
    pass: server.pass,
    rememberMe: true,
  })
  const env = { REMITE_TOKEN: body.token }
  expect(await run(check, env)).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await run(show, env)).stdout).toMatch(/: \d+ days left\n$/)
})

test('a welcome series goes from a file to its first contact and shows each path', async () => {
  const [welcome = ''] = blocksIn('en/automations.md', 'json')
  writeFileSync(join(folder, 'welcome.json'), welcome)
  const cart = {
    name: 'Cart',
    trigger: { type: 'event', event: 'cart' },
    nodes: [{ id: 'in', type: 'trigger' }],
    edges: [],
  }
  writeFileSync(join(folder, 'cart.json'), JSON.stringify(cart))
  const [make = '', cause = '', , look = ''] = blocksIn('en/automations.md', 'sh')
  expect(await run(make)).toMatchObject({ code: 0, stderr: '' })
  expect(await run(cause)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/true\ttrue\n$/),
  })
  expect(await run(look)).toMatchObject({ code: 0, stderr: '' })
  const rows = await server.service.db
    .selectFrom('automations')
    .select(['name', 'status'])
    .execute()
  expect(rows).toEqual([
    { name: 'Welcome', status: 'active' },
    { name: 'Cart', status: 'active' },
  ])
})
