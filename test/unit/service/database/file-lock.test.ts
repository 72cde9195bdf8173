import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Failure } from '../../../../src/core/failure.ts'
import { messages } from '../../../../src/messages/all.ts'
import { fill } from '../../../../src/messages/fill.ts'
import { lockFile } from '../../../../src/service/database/file-lock.ts'
import { newFolder } from '../../../support/folder.ts'

const newDatabase = () => join(newFolder(), 'remite.db')

function refusalOf(database: string): Failure {
  try {
    lockFile(database)()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('the lock was free')
}

/** Takes the lock in another process, as a service of this version does, and writes its holder after `delayMs`. */
async function lockInChild(database: string, host: string, delayMs = 0): Promise<ChildProcess> {
  const script = `
    const { DatabaseSync } = require('@photostructure/sqlite')
    const lock = new DatabaseSync(${JSON.stringify(`${database}-lock`)})
    const write = () => {
      lock.exec('create table if not exists holder (id int primary key, host, pid, since)')
      lock.prepare('insert or replace into holder values (1, ?, ?, ?)')
        .run(${JSON.stringify(host)}, 1, '2027-03-01T09:00:00Z')
      lock.exec('commit')
      lock.exec('begin immediate')
    }
    lock.exec('begin immediate')
    if (${delayMs} === 0) write()
    console.log('locked')
    if (${delayMs} > 0) setTimeout(write, ${delayMs})
    setInterval(() => lock, 1000)
  `
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return child
}

test('the lock contains the process id, and its release deletes it', () => {
  const database = newDatabase()
  const release = lockFile(database)
  expect(readFileSync(`${database}.lock`, 'utf8')).toBe(String(process.pid))
  release()
  expect(existsSync(`${database}.lock`)).toBe(false)
  lockFile(database)()
})

test('a second holder is refused, and the refusal names the first and since when', () => {
  const database = newDatabase()
  const release = lockFile(database)
  const { code, details } = refusalOf(database)
  expect([code, details.values]).toEqual([
    'database_in_use',
    {
      path: database,
      host: hostname(),
      pid: process.pid,
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    },
  ])
  const sentence = fill(messages.en.failures.database_in_use.sentence, details.values ?? {})
  expect(sentence).toContain(`process ${process.pid} on ${hostname()}, since 2`)
  // The refusal did not end the lock of the first.
  expect(refusalOf(database).code).toBe('database_in_use')
  release()
  lockFile(database)()
})

test('the lock of another process ends with it, however it ends', async () => {
  const database = newDatabase()
  // In its own container it has the same process id as many others.
  const child = await lockInChild(database, 'container-a')
  expect(refusalOf(database).details.values).toEqual({
    path: database,
    host: 'container-a',
    pid: 1,
    since: '2027-03-01T09:00:00Z',
  })
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockFile(database)()
})

test('a refusal names a holder that writes who it is a moment later', async () => {
  const database = newDatabase()
  await lockInChild(database, 'container-a', 200)
  expect(refusalOf(database).details.values).toMatchObject({ host: 'container-a', pid: 1 })
})

test('the lock of an earlier version that is still running is respected', () => {
  const database = newDatabase()
  writeFileSync(`${database}.lock`, String(process.ppid))
  expect(refusalOf(database)).toMatchObject({
    code: 'database_in_use',
    details: { values: { path: database, pid: process.ppid } },
  })
})

test('the lock of a dead process, an empty one and a damaged one are taken over', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  for (const left of [String(pid), '', 'SQLite', '-1']) {
    const database = newDatabase()
    writeFileSync(`${database}.lock`, left)
    lockFile(database)()
    expect(existsSync(`${database}.lock`)).toBe(false)
  }
})

test.runIf(existsSync('/proc/self/stat'))(
  'a lock from before the process with its id has started is taken over, as after a reboot',
  () => {
    const database = newDatabase()
    writeFileSync(`${database}.lock`, String(process.ppid))
    const yesterday = Date.now() / 1000 - 30 * 86_400
    utimesSync(`${database}.lock`, yesterday, yesterday)
    lockFile(database)()
  },
)
