import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openProfiles } from '../../src/config/profiles.ts'
import { systemClock } from '../../src/core/clock.ts'
import { remite } from '../support/remite.ts'

const run = promisify(execFile)
const apiUrl = 'https://mail.example.org/v3/api'

/** Creates profiles in an otherwise empty environment. */
async function machine(...names: string[]) {
  const cli = remite()
  const env = { LANG: '', NO_COLOR: '1' }
  const profiles = openProfiles({ folder: cli.folder, clock: systemClock })
  for (const name of names) await profiles.save({ name, apiUrl })
  const terminal = cli.with({ env, terminal: { columns: 80 } })
  const piped = (stdin: string) => cli.with({ env, stdin })
  return { profiles, folder: cli.folder, cli: cli.with({ env }), terminal, piped }
}

test('a setting is set for a profile, shown with its source, and unset', async () => {
  const { cli, profiles } = await machine('live', 'test')
  expect((await cli('config', 'get', 'timezone', '--json')).json()).toEqual({
    key: 'timezone',
    value: 'Europe/Madrid',
    source: 'default',
  })
  expect((await cli('config', 'set', 'timezone', 'America/Lima')).code).toBe(0)
  expect((await cli('config', 'get', 'timezone')).stdout).toBe('America/Lima\n')
  await cli('config', 'set', 'send-threshold', '5000', '--profile', 'test')
  await cli('config', 'set', 'language', 'es')
  expect((await cli('config', 'list')).stdout.split('\n').slice(0, 4)).toEqual([
    `api_url\t${apiUrl}\tprofile live`,
    'language\tes\tprofile live',
    'timezone\tAmerica/Lima\tprofile live',
    'send_threshold\t1000\tdefault',
  ])
  expect(profiles.get('test')).toEqual({ name: 'test', apiUrl, sendThreshold: 5000 })
  expect((await cli('config', 'unset', 'timezone')).code).toBe(0)
  expect((await cli('config', 'get', 'timezone')).stdout).toBe('Europe/Madrid\n')
})

test('errors use the language of the profile unless another is requested', async () => {
  const { cli } = await machine('live', 'test')
  await cli('config', 'set', 'language', 'es', '--profile', 'live')
  const titleFor = async (...flags: string[]) => {
    const { stderr } = await cli('lists', 'list', '--nothing', '--profile', 'live', ...flags)
    return stderr.split('\n')[0]
  }
  const [spanish, english] = [await titleFor(), await titleFor('--lang', 'en')]
  expect(spanish).not.toBe(english)
  expect(await titleFor('--lang', 'es')).toBe(spanish)
  expect(await titleFor('--profile=test')).toBe(english)
})

test('settings take effect: language and API address', async () => {
  const { cli, terminal } = await machine('live')
  await cli('config', 'set', 'language', 'es')
  await cli('config', 'set', 'api_url', 'https://other.example.org/v3/api')
  expect((await terminal('config', 'list')).stdout).toMatch(/^Clave/)
  const dry = await cli('lists', 'create', '--name', 'News', '--dry-run', '--json')
  expect(dry.json().url).toBe('https://other.example.org/v3/api/lists')
})

test.each([
  ['language', 'fr', 2],
  ['timezone', 'Mars/Base', 2],
  ['send_threshold', 'many', 2],
  ['api_url', 'nowhere', 2],
  ['api_url', 'http://mail.example.org/v3/api', 4],
  ['colour', 'red', 2],
])('%s is not set to %s', async (key, value, exit) => {
  const { cli, profiles } = await machine('live')
  expect((await cli('config', 'set', key, value)).code).toBe(exit)
  expect(profiles.get('live')).toEqual({ name: 'live', apiUrl })
})

test('a profile keeps its address', async () => {
  const { cli } = await machine('live')
  expect((await cli('config', 'unset', 'api_url')).code).toBe(2)
})

test('settings can be made before the first login, which keeps them', async () => {
  const { cli, profiles, piped } = await machine()
  expect((await cli('config', 'unset', 'timezone')).code).toBe(0)
  expect(profiles.list()).toEqual([])
  expect((await cli('config', 'set', 'timezone', 'America/Lima')).code).toBe(0)
  expect((await cli('config', 'get', 'timezone')).stdout).toBe('America/Lima\n')
  const reading = await cli('lists', 'list', '--json')
  expect([reading.code, JSON.parse(reading.stderr).error.code]).toEqual([4, 'not_logged_in'])
  expect((await cli('auth', 'list')).code).toBe(0)
  expect((await cli('doctor')).stdout).toContain('auth login')
  const login = ['auth', 'login', '--with-token', '--api-url', apiUrl] as const
  expect((await piped('a.b.c')(...login)).code).toBe(0)
  expect(profiles.get('default')).toEqual({ name: 'default', timezone: 'America/Lima', apiUrl })
  expect(profiles.current()).toBe('default')
})

test('twenty concurrent processes lose no setting', { timeout: 120_000 }, async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const { folder, profiles } = await machine(...names)
  const values = {
    language: 'es',
    timezone: 'America/Lima',
    send_threshold: '7',
    api_url: `${apiUrl}/2`,
  }
  const env = {
    PATH: process.env.PATH,
    REMITE_CONFIG_DIR: folder,
    REMITE_STATE_DIR: join(folder, 's'),
  }
  await Promise.all(
    names.flatMap((name) =>
      Object.entries(values).map(([key, value]) =>
        run(
          process.execPath,
          [resolve('bin/remite.js'), 'config', 'set', key, value, '--profile', name],
          { env },
        ),
      ),
    ),
  )
  for (const name of names) {
    expect(profiles.get(name)).toEqual({
      ...{
        name,
        apiUrl: `${apiUrl}/2`,
        language: 'es',
        timezone: 'America/Lima',
        sendThreshold: 7,
      },
    })
  }
})
