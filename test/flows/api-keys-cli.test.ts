import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const logged: string[] = []
const log = new Writable({
  write(line, _, done) {
    logged.push(String(line))
    done()
  },
})

let server: TestService
beforeAll(async () => {
  server = await startService({ log })
})
afterAll(() => server.close())

const keyIn = (text: string): string => /rmt_[0-9A-Za-z]{38}/.exec(text)?.[0] ?? ''

/** Returns the files below a folder that contain a text. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, 'utf8').includes(text))

test('a key is created, listed, rotated and revoked by its name', async () => {
  const cli = remite(server)
  const created = await cli(
    ...['auth', 'keys', 'create', '--name', 'nightly', '--preset', 'import-only'],
    ...['--scope', 'lists:write', '--expires', '90d', '--json'],
  )
  expect(created.code, created.stderr).toBe(0)
  expect(created.json()).toMatchObject({
    name: 'nightly',
    scopes: ['contacts:write', 'fields:read', 'jobs:read', 'lists:read', 'lists:write'],
  })
  const days = (Date.parse(created.json().expires_at) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(90)
  const old = created.json().key
  const program = remite({ url: server.url, token: old })
  expect((await program('lists', 'create', '--name', 'Nightly')).code).toBe(0)
  const refused = await program('campaigns', 'list')
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('campaigns:read')])
  const listed = await cli('auth', 'keys', 'list', '--json')
  expect(listed.json().data).toMatchObject([{ name: 'nightly', last_used_at: expect.any(String) }])
  expect(listed.stdout).not.toContain(old)
  const rotated = await cli('auth', 'keys', 'rotate', 'nightly', '--grace-hours', '0', '--json')
  expect(rotated.code, rotated.stderr).toBe(0)
  const fresh = remite({ url: server.url, token: keyIn(rotated.stdout) })
  expect((await program('lists', 'list')).code).toBe(4)
  expect((await fresh('lists', 'list')).code).toBe(0)
  const id = String(rotated.json().id)
  expect((await cli('auth', 'keys', 'revoke', id)).code).toBe(7)
  const revoked = await cli('auth', 'keys', 'revoke', id, '--yes', '--json')
  expect(revoked.json()).toMatchObject({ ok: true })
  expect((await fresh('lists', 'list')).code).toBe(4)
})

test('a scope that does not exist is named with those that do', async () => {
  const args = ['auth', 'keys', 'create', '--name', 'typo', '--scope', 'list:read']
  const { code, stderr } = await remite(server)(...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining('lists:read')])
  const spanish = await remite(server).with({ env: { LANG: 'es_ES.UTF-8' } })(...args)
  expect(spanish.stderr).toContain('lists:read')
})

test('a profile uses a key: it is checked, stored privately, and outlives the logout', async () => {
  const { body } = await server.api('POST', '/auth/keys', { name: 'laptop', preset: 'read' })
  const cli = remite()
  const login = ['auth', 'login', '--api-url', server.url, '--with-key']
  const result = await cli.with({ stdin: `${body.key}\n` })(...login, '--json')
  expect([result.code, result.stderr]).toEqual([0, ''])
  expect(result.json()).toMatchObject({ username: 'ana', profile: 'default' })
  expect(filesWith(cli.folder, body.key)).toEqual([join(cli.folder, 'sessions.json')])
  expect(statSync(join(cli.folder, 'sessions.json')).mode & 0o777).toBe(0o600)
  expect((await cli('lists', 'list')).code).toBe(0)
  const status = await cli('auth', 'status', '--check', '--json')
  expect(status.json()).toMatchObject({ username: 'ana', valid: true, expires_at: null })
  const logout = await cli('auth', 'logout', '--json')
  expect(logout.json()).toEqual({ profile: 'default', revoked: false })
  expect(logout.stderr).toContain('still valid')
  expect(filesWith(cli.folder, body.key)).toEqual([])
  const again = remite({ url: server.url, token: body.key })
  expect((await again('lists', 'list')).code).toBe(0)
})

test('what is no key, or of no account, is refused before it is stored', async () => {
  const { body } = await server.api('POST', '/auth/keys', { name: 'gone', preset: 'read' })
  await server.api('DELETE', `/auth/keys/${body.id}`)
  const cli = remite()
  const login = ['auth', 'login', '--api-url', server.url, '--with-key']
  for (const [stdin, code] of [
    [server.token, 'key_unknown'],
    [body.key.slice(0, -1), 'key_unknown'],
    ['', 'key_unknown'],
    [body.key, 'key_revoked'],
  ]) {
    const { stderr } = await cli.with({ stdin: `${stdin}\n` })(...login, '--json')
    expect(JSON.parse(stderr).error).toMatchObject({ code, exit_code: 4 })
  }
  expect(filesWith(cli.folder, 'rmt_')).toEqual([])
})

test('a key is on standard output once, and in no trace, log, journal or error', async () => {
  const cli = remite(server)
  const create = ['auth', 'keys', 'create', '--name', 'traced', '--preset', 'act', '--debug']
  const created = await cli(...create, '--json')
  const raw = await cli(
    ...['api', 'POST', '/auth/keys', '-f', 'name=raw', '-f', 'preset=read', '--debug'],
  )
  const rotated = await cli('auth', 'keys', 'rotate', 'traced', '--debug', '--json')
  const keys = [created, raw, rotated].map(({ stdout }) => keyIn(stdout))
  expect(new Set(keys).size).toBe(3)
  const using = remite({ url: server.url, token: keys[2] ?? '' })
  const runs = [
    await using('lists', 'create', '--name', 'Traced', '--debug'),
    await using('auth', 'status', '--check', '--debug'),
    await using('users', 'audit', '--debug'),
    await using('auth', 'keys', 'list', '--debug'),
    await using('users', 'create', '--username', 'x', '--debug'),
  ]
  await cli('users', 'audit', '--debug')
  const { db } = server.service
  const rows = await Promise.all(
    (['api_keys', 'audit', 'idempotency', 'events', 'sessions'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    ),
  )
  for (const key of keys) {
    expect(key).toMatch(/^rmt_/)
    // The random part, because the beginning is shown.
    const secret = key.slice(12)
    expect(created.stderr + raw.stderr + rotated.stderr).not.toContain(secret)
    for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(secret)
    for (const folder of [cli.folder, using.folder]) expect(filesWith(folder, secret)).toEqual([])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(logged.join('')).not.toContain(secret)
  }
  // A key in an argument would be visible in the process list.
  const [key = ''] = keys
  const mistaken = remite(server)
  for (const args of [
    ['auth', 'login', '--with-key', key],
    ['auth', 'keys', 'revoke', key, '--yes'],
    ['lists', 'create', '--name', 'x', `--token=${key}`, '--json'],
  ]) {
    const { code, stdout, stderr } = await mistaken(...args)
    expect(code).not.toBe(0)
    expect(stdout + stderr).not.toContain(key.slice(12))
  }
  expect(filesWith(mistaken.folder, key.slice(12))).toEqual([])
})
