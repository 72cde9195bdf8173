import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProfiles } from '../../../src/config/profiles.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { newFolder } from '../../support/folder.ts'

const apiUrl = 'https://mail.example.org/v3/api'
const fresh = { token: 'secret-token', apiUrl, remembered: false }
const clock = { ...systemClock, now: () => Date.UTC(2027, 0, 1) }

function open() {
  const folder = join(newFolder(), 'made', 'remite')
  return { folder, ...openProfiles({ folder, clock }) }
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test('reading before the first write finds nothing and creates nothing', () => {
  const { folder, list, current, session } = open()
  expect([list(), current(), session('default')]).toEqual([[], undefined, undefined])
  expect(existsSync(folder)).toBe(false)
})

test('a home that is not a folder reads as empty, and writing fails with a message', async () => {
  const folder = '/dev/null/.config/remite'
  const profiles = openProfiles({ folder, clock })
  expect(profiles.list()).toEqual([])
  await expect(profiles.save({ name: 'main', apiUrl })).rejects.toMatchObject({
    code: 'config_unusable',
    details: { values: { path: folder, reason: 'ENOTDIR' } },
  })
})

test('saved profiles are read back, including dots in names', async () => {
  const { save, list, get } = open()
  const first = { name: 'mail.example.org', apiUrl, timezone: 'Europe/Madrid', sendThreshold: 50 }
  await save(first)
  await save({ name: 'constructor', apiUrl })
  expect(get('mail.example.org')).toEqual(first)
  expect(list().map(({ name }) => name)).toEqual(['mail.example.org', 'constructor'])
  expect(get('toString')).toBeUndefined()
})

test('settings and sessions are two files of mode 0600 in a folder of mode 0700', async () => {
  const { folder, save, saveSession } = open()
  await save({ name: 'main', apiUrl })
  await saveSession('main', fresh)
  expect(readdirSync(folder).sort()).toEqual(['config.json', 'sessions.json'])
  expect(modeOf(folder)).toBe(0o700)
  expect(modeOf(join(folder, 'config.json'))).toBe(0o600)
  expect(modeOf(join(folder, 'sessions.json'))).toBe(0o600)
  expect(readFileSync(join(folder, 'config.json'), 'utf8')).not.toContain('secret-token')
})

test('a file that others could read is private after the next write', async () => {
  const { paths, saveSession } = open()
  await saveSession('main', fresh)
  chmodSync(paths.sessions, 0o644)
  await saveSession('other', fresh)
  expect(modeOf(paths.sessions)).toBe(0o600)
})

test('the first profile becomes the current one, the next ones do not', async () => {
  const { save, use, current } = open()
  await save({ name: 'live', apiUrl })
  await save({ name: 'sandbox', apiUrl: 'http://127.0.0.1:8025/v3/api' })
  expect(current()).toBe('live')
  await use('sandbox')
  expect(current()).toBe('sandbox')
})

test('a profile that does not exist cannot be selected', async () => {
  await expect(open().use('nobody')).rejects.toMatchObject({ code: 'not_found' })
})

test('removing a profile removes its session and the current selection', async () => {
  const { save, saveSession, remove, list, current, session } = open()
  await save({ name: 'main', apiUrl })
  await saveSession('main', fresh)
  await remove('main')
  expect([list(), current(), session('main')]).toEqual([[], undefined, undefined])
})

test('an edit applies to the stored state, and a removed profile is not restored', async () => {
  const { save, update, get } = open()
  await save({ name: 'main', apiUrl })
  await Promise.all([
    update('main', (profile) => ({ ...profile, timezone: 'Europe/Madrid' })),
    update('main', (profile) => ({ ...profile, language: 'es' })),
  ])
  expect(get('main')).toEqual({ name: 'main', apiUrl, timezone: 'Europe/Madrid', language: 'es' })
  expect(await update('gone', (profile) => profile)).toBeUndefined()
  expect(get('gone')).toBeUndefined()
})

test.each(['', 'a b', '../up', '-flag', 'new\nline', '__proto__', 'x'.repeat(65)])(
  'the name %j is refused',
  async (name) => {
    const { save, saveSession } = open()
    await expect(save({ name, apiUrl })).rejects.toMatchObject({ code: 'usage' })
    await expect(saveSession(name, fresh)).rejects.toMatchObject({ code: 'usage' })
  },
)

test('a session is stored with its time and goes only to the origin that issued it', async () => {
  const { saveSession, sessionFor } = open()
  await saveSession('main', fresh)
  const stored = { ...fresh, storedAt: '2027-01-01T00:00:00.000Z' }
  expect(sessionFor('main', 'https://mail.example.org/another/base')).toEqual(stored)
  for (const other of [
    'http://mail.example.org/v3/api',
    'https://mail.example.org:8443/v3/api',
    'https://mail.example.org.evil.example/v3/api',
  ]) {
    expect(() => sessionFor('main', other)).toThrow(
      expect.objectContaining({ code: 'other_origin' }),
    )
  }
})

test('logging out removes one session and returns whether there was one', async () => {
  const { save, saveSession, removeSession, session } = open()
  await save({ name: 'main', apiUrl })
  await saveSession('main', fresh)
  await saveSession('other', fresh)
  expect(await removeSession()).toEqual({ removed: true, repaired: [] })
  expect(await removeSession('main')).toEqual({ removed: false, repaired: [] })
  expect(session('main')).toBeUndefined()
  expect(session('other')).toMatchObject(fresh)
})

test.each([
  ['truncated', '{"profiles":{"main":{"api'],
  ['empty', ''],
  ['a list', '[]'],
  [
    'without a real URL',
    '{"profiles":{"main":{"apiUrl":1}},"sessions":{"main":{"token":"t","apiUrl":"x"}}}',
  ],
  ['of another shape', '{"profiles":{"main":7},"sessions":{"main":{"token":7}}}'],
])('a file that is %s is reported by reads and writes and left unchanged', async (_, content) => {
  const { folder, paths, save, saveSession, list, session } = open()
  await save({ name: 'main', apiUrl })
  await saveSession('main', fresh)
  writeFileSync(paths.settings, content)
  writeFileSync(paths.sessions, content)
  const brokenAt = (path: string) =>
    expect.objectContaining({ code: 'config_broken', details: { values: { path } } })
  expect(list).toThrow(brokenAt(paths.settings))
  expect(() => session('main')).toThrow(brokenAt(paths.sessions))
  await expect(save({ name: 'x', apiUrl })).rejects.toEqual(brokenAt(paths.settings))
  await expect(saveSession('x', fresh)).rejects.toEqual(brokenAt(paths.sessions))
  expect(readFileSync(paths.settings, 'utf8')).toBe(content)
  expect(readdirSync(folder).sort()).toEqual(['config.json', 'sessions.json'])
})

test('logging out repairs broken files: settings are kept as a copy, tokens are not', async () => {
  const { folder, paths, saveSession, removeSession, list, session } = open()
  await saveSession('main', fresh)
  writeFileSync(paths.settings, '{"profiles":')
  writeFileSync(paths.sessions, readFileSync(paths.sessions, 'utf8').slice(0, -4))
  expect(await removeSession()).toEqual({
    removed: false,
    repaired: [paths.settings, paths.sessions],
  })
  expect([list(), session('main')]).toEqual([[], undefined])
  expect(readdirSync(folder)).toEqual(['config.json.broken'])
})

test('data of a newer version survives a write', async () => {
  const { paths, save, saveSession } = open()
  await save({ name: 'main', apiUrl })
  await saveSession('main', fresh)
  for (const path of [paths.settings, paths.sessions]) {
    const content = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...content, later: 1 }))
  }
  await save({ name: 'other', apiUrl })
  await saveSession('other', fresh)
  for (const path of [paths.settings, paths.sessions]) {
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('later', 1)
  }
})
