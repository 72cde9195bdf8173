import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveOptions } from '../../src/cli/serve/options.ts'
import { connect } from '../../src/service/database/connect.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { remite } from '../support/remite.ts'

const rowsOf = (ndjson: string): { name: string; value: unknown; source: string }[] =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** The settings that are set. */
const setIn = (ndjson: string) => rowsOf(ndjson).filter(({ source }) => source !== 'default')

test('settings come from flags, then variables, then the file, and are shown without passwords', async () => {
  const file = join(newFolder(), 'remite.json')
  writeFileSync(
    file,
    JSON.stringify({
      ...{ 'relay-rate': 5, 'account-rate': 6, 'domain-rate': 7, hold: true },
      ...{ smtp: 'smtp://user:secret@relay.example', 'log-format': 'text' },
    }),
  )
  const env = { REMITE_SERVE_ACCOUNT_RATE: '60', REMITE_SERVE_DOMAIN_RATE: '70' }
  const cli = remite().with({ env })
  const shown = await cli(
    'serve',
    '--config',
    file,
    '--domain-rate',
    '700',
    '--print-config',
    ...['-o', 'ndjson'],
  )
  expect(shown.code).toBe(0)
  expect(shown.stdout).not.toContain('secret')
  expect(setIn(shown.stdout)).toEqual([
    { name: 'smtp', value: 'smtp://user:…@relay.example', source: 'file' },
    { name: 'relay-rate', value: 5, source: 'file' },
    { name: 'account-rate', value: 60, source: 'environment' },
    { name: 'domain-rate', value: 700, source: 'flag' },
    { name: 'log-format', value: 'text', source: 'file' },
    { name: 'hold', value: true, source: 'file' },
  ])
  expect(readFileSync(file, 'utf8')).toContain('secret')
})

test('settings that nothing sets are shown with the values that they have', async () => {
  const folder = newFolder()
  const print = async (...flags: string[]) => {
    const args = ['--folder', folder, ...flags, '--print-config', '-o', 'ndjson']
    const { code, stdout } = await remite()('serve', ...args)
    expect(code).toBe(0)
    return rowsOf(stdout)
  }
  const shown = await print('--public-url', 'https://mail.example.org')
  expect(shown.map(({ name }) => name)).toEqual(Object.keys(serveOptions))
  const valuesOf = (rows: typeof shown) =>
    Object.fromEntries(
      rows.flatMap(({ name, value, source }) => (source === 'default' ? [[name, value]] : [])),
    )
  expect(valuesOf(shown)).toMatchObject({
    ...{ database: join(folder, 'remite.db'), listen: '127.0.0.1:8480', 'relay-rate': null },
    ...{ 'mail-host': 'mail.example.org', 'bounce-domain': 'mail.example.org', hold: false },
    ...{ 'max-complaint-rate': 0.3, 'keep-audit': '730d', 'keep-visits': null, processes: '1' },
    ...{ 'stop-timeout': '20s', 'relay-connections': 8, signup: 'closed', 'log-format': 'json' },
  })
  expect(
    valuesOf(await print('--port', '9999', '--sandbox', '--listen', '[::1]:80')),
  ).toMatchObject({
    ...{ 'public-url': 'http://[::1]:9999', 'bounce-listen': '127.0.0.1:0', signup: 'open' },
  })
})

test.each([
  [{ REMITE_SERVE_RELAY_RATE: 'fast' }, '{}', 'REMITE_SERVE_RELAY_RATE'],
  [{ REMITE_SERVE_LOG_LEVEL: 'loud' }, '{}', 'error, warn, info, debug'],
  [{}, '{"relayrate": 5}', 'relayrate'],
  [{}, '{"hold": "perhaps"}', 'hold'],
  [{}, 'relay-rate: 5', 'JSON'],
])('the wrong setting %o %s is named', async (env, json, named) => {
  const file = join(newFolder(), 'remite.json')
  writeFileSync(file, json)
  const result = await remite().with({ env })('serve', '--config', file, '--print-config')
  expect(result.code).toBe(2)
  expect(result.stderr).toContain(named)
})

/** Starts a service with a stop that has been requested already. */
async function serveOnce(folder: string, ...flags: string[]) {
  const run = remite().with({
    stopped: AbortSignal.abort('SIGTERM'),
    ...(flags.includes('--quiet') && { terminal: { columns: 80 } }),
  })
  const port = String(await freePort())
  const args = ['--folder', folder, '--smtp', 'smtp://127.0.0.1:9', '--port', port, '--hold']
  return run('serve', ...args, ...flags)
}

test('the first password goes to a new private file, and a stop during the start ends it', async () => {
  const folder = newFolder()
  const other = join(folder, 'first-account.json')
  writeFileSync(other, 'of another installation', { mode: 0o644 })
  // A note would not be shown.
  const { code, stderr } = await serveOnce(folder, '--quiet')
  expect(code).toBe(0)
  expect(readFileSync(other, 'utf8')).toBe('of another installation')
  const file = join(folder, 'first-account-2.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { username, pass } = JSON.parse(readFileSync(file, 'utf8'))
  expect(username).toBe('admin')
  expect(stderr).not.toContain(pass)
})

test('the secret URL for the reports of a relay goes to a private file, not to the log', async () => {
  const folder = newFolder()
  const { code, stderr } = await serveOnce(folder, '--relay-hook', 'ses')
  expect(code).toBe(0)
  const file = join(folder, 'relay-hook.url')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^http:.+\/hooks\/relay\/ses\/.+\n$/)
  expect(stderr).toContain(file)
  expect(stderr).not.toContain('/hooks/')
})

test('shared variables come before the file, and no password is shown', async () => {
  const file = join(newFolder(), 'remite.json')
  writeFileSync(file, JSON.stringify({ smtp: 'smtp://other.example' }))
  const env = {
    // Neither is an address: the `/` ends the name of the host.
    REMITE_SMTP_URL: 'smtp://user:2/secret@relay.example',
    REMITE_DATABASE_URL: 'postgres://ana:12/secret@db.example/remite?password=secret',
  }
  const args = ['serve', '--config', file, '--print-config', '-o', 'ndjson']
  const { stdout } = await remite().with({ env })(...args)
  expect(setIn(stdout)).toEqual([
    {
      name: 'database',
      value: 'postgres://ana:…@db.example/remite?password=…',
      source: 'environment',
    },
    { name: 'smtp', value: 'smtp://user:…@relay.example', source: 'environment' },
  ])
})

test.each([
  ['REMITE_SERVE_TRUSTED_PROXIES', '1.5'],
  ['REMITE_SERVE_PORT', '99999'],
  ['REMITE_SERVE_RELAY_CONNECTIONS', '0'],
  ['REMITE_SERVE_METRICS', '9480'],
  ['REMITE_SERVE_PUBLIC_URL', 'mail.example.org'],
  ['REMITE_SMTP_URL', 'https://relay.example'],
])('%s=%s is refused under the name of the variable', async (name, value) => {
  const home = newFolder()
  const env = { REMITE_STATE_DIR: home, REMITE_SERVE_SMTP: 'smtp://127.0.0.1:9', [name]: value }
  if (name === 'REMITE_SMTP_URL') env.REMITE_SERVE_SMTP = ''
  const result = await remite().with({ env })('serve')
  expect(result.code).not.toBe(0)
  expect(result.stderr).toContain(`${name}: `)
})

test.each([
  ['--relay-connections', '0'],
  ['--relay-connections', '1001'],
  ['--database-connections', '1.5'],
  ['--admin-email', 'ana'],
])('%s %s is refused', async (flag, value) => {
  const result = await remite()('serve', '--smtp', 'smtp://127.0.0.1:9', flag, value)
  expect(result.code).toBe(2)
  expect(result.stderr).toContain(flag)
})

test('sign-up is refused without an address that its confirmations can come from', async () => {
  const serve = (...flags: string[]) =>
    remite()('serve', '--smtp', 'smtp://127.0.0.1:9', '--signup', ...flags)
  const local = ['--public-url', 'http://127.0.0.1:8480']
  for (const flags of [['open'], ['invite'], ['open', ...local]]) {
    const { code, stderr } = await serve(...flags)
    expect([code, stderr.includes('--public-url')]).toEqual([2, true])
  }
  const shown = await serve('invite', '--print-config', '-o', 'json')
  expect(JSON.parse(shown.stdout).data).toContainEqual({
    ...{ name: 'signup', value: 'invite', source: 'flag' },
  })
  const folder = newFolder()
  const open = await serveOnce(folder, '--signup', 'open', '--mail-host', 'mail.example.org')
  expect([open.code, open.stderr.includes('error:')]).toEqual([0, false])
})

test('a variable without a setting is warned about, with the one that was meant', async () => {
  const env = {
    REMITE_SERVE_RELAY_CONECTIONS: '64',
    REMITE_SERVE_COLOUR: 'blue',
    REMITE_RELAY_RATE: '5',
    REMITE_DATABSE_URL: 'postgres://ana:secret@db.example/remite',
    REMITE_BACKUP_BUCKET: 'of another program',
    REMITE_SERVE_LISTEN: '127.0.0.1:0',
    REMITE_SERVE_CONFIG: '',
  }
  const { code, stderr } = await remite().with({ env })('serve', '--print-config')
  expect(code).toBe(0)
  const warnings = stderr.split('\n').filter((line) => line.includes('REMITE_'))
  expect(warnings.sort()).toEqual(
    [
      'REMITE_DATABSE_URL is not a setting, so it is ignored. Did you mean REMITE_DATABASE_URL?',
      'REMITE_RELAY_RATE is not a setting, so it is ignored. Did you mean REMITE_SERVE_RELAY_RATE?',
      'REMITE_SERVE_COLOUR is not a setting, so it is ignored.',
      'REMITE_SERVE_RELAY_CONECTIONS is not a setting, so it is ignored. Did you mean REMITE_SERVE_RELAY_CONNECTIONS?',
    ].map((sentence) => expect.stringContaining(sentence)),
  )
  expect(stderr).not.toContain('secret')
})

test('a settings file with a password is warned about while others can read it', async () => {
  const file = join(newFolder(), 'remite.json')
  writeFileSync(file, JSON.stringify({ smtp: 'smtp://user:secret@relay.example' }), { mode: 0o640 })
  const print = () =>
    remite().with({ env: { REMITE_SERVE_CONFIG: file } })('serve', '--print-config')
  expect(await print()).toMatchObject({ code: 0, stderr: expect.stringContaining('chmod 600') })
  chmodSync(file, 0o600)
  expect((await print()).stderr).toBe('')
  writeFileSync(file, JSON.stringify({ smtp: 'smtp://relay.example' }))
  chmodSync(file, 0o644)
  expect((await print()).stderr).toBe('')
})

test('an address for the notices to the first account is asked for until it has one', async () => {
  const folder = newFolder()
  const warning = 'remite users me update --email'
  expect((await serveOnce(folder)).stderr).toContain(warning)
  expect((await serveOnce(folder)).stderr).toContain('admin@localhost')
  const other = newFolder()
  const named = await serveOnce(other, '--admin-email', 'ana@Tienda.example')
  expect(named.stderr).not.toContain(warning)
  expect(named.code).toBe(0)
  const { db, close } = connect(join(other, 'remite.db'))
  const accounts = await db.selectFrom('accounts').select('email').execute()
  await close()
  expect(accounts).toEqual([{ email: 'ana@tienda.example' }])
})

test.each([
  ['90', '90d, 12w, 24mo'],
  ['6d', '7d'],
])('records are not kept for %s', async (period, named) => {
  const env = { REMITE_SERVE_KEEP_VISITS: period }
  const result = await remite().with({ env })('serve', '--smtp', 'smtp://127.0.0.1:9')
  expect(result.code).toBe(2)
  expect(result.stderr).toContain('REMITE_SERVE_KEEP_VISITS')
  expect(result.stderr).toContain(named)
})
