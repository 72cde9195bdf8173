import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { openDatabase } from '../../src/service/database/connect.ts'
import { startInstallation } from '../../src/service/installation.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'

/** Starts and stops a service on an SQLite file in a folder. Returns its log and the modes meanwhile. */
async function startIn(folder: string) {
  const log = new PassThrough()
  const service = await startInstallation({
    database: join(folder, 'remite.db'),
    host: '127.0.0.1',
    port: await freePort(),
    smtpUrl: 'smtp://127.0.0.1:9',
    trustedProxies: 0,
    hostName: 'mail.example',
    admin: { username: 'ana', language: 'en', timezone: 'UTC' },
    instance: 'test',
    version: 'test',
    clock: systemClock,
    log,
  })
  const modes = modesIn(folder)
  await service.close()
  return { modes, lines: String(log.read() ?? '') }
}

const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  )

/** Creates files that everyone may read and write, unless a mode is given, until the test ends. */
function withoutUmask(): void {
  const before = process.umask(0)
  onTestFinished(() => {
    process.umask(before)
  })
}

test('the files of a service are private, whatever the umask, in a folder that it makes', async () => {
  withoutUmask()
  const folder = join(newFolder(), 'deep', 'data')
  const { modes, lines } = await startIn(folder)
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['master.key', 'remite.db', 'remite.db-shm', 'remite.db-wal']),
  )
  expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
  for (const path of [folder, join(folder, '..')]) {
    expect((statSync(path).mode & 0o777).toString(8)).toBe('700')
  }
  expect(lines).not.toContain('others may enter')
})

test('a start takes files of earlier versions away from others, and names an open folder', async () => {
  withoutUmask()
  const folder = join(newFolder(), 'data')
  mkdirSync(folder, { mode: 0o755 })
  const database = await openDatabase(join(folder, 'remite.db'))
  const left = ['remite.db', 'remite.db-wal', 'remite.db-shm', 'remite.db.moved', 'notes.txt']
  for (const name of left.slice(3)) writeFileSync(join(folder, name), '')
  for (const name of left) chmodSync(join(folder, name), 0o644)
  await database.close()
  const { modes, lines } = await startIn(folder)
  const { 'notes.txt': notes, ...ours } = modes
  expect(new Set(Object.values(ours))).toEqual(new Set(['600']))
  expect(notes).toBe('644')
  expect(lines).toContain('others may enter the folder of the database')
  expect(lines).toContain('"mode":"755"')
})
