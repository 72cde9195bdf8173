import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeLock, withLock } from '../../../src/config/lock-file.ts'
import { cannotMount, mountSmallDisk } from '../../support/database/small-disk.ts'
import { newFolder } from '../../support/folder.ts'

const newLock = () => join(newFolder(), 'config.lock')

/** Counts the turns that were waited, and does something at one of them. */
function countingClock(at = Number.NaN, action = () => {}) {
  const clock = {
    turns: 0,
    now: () => 0,
    sleep: async () => {
      clock.turns += 1
      if (clock.turns === at) action()
    },
  }
  return clock
}

const holder = (pid: number, host = hostname(), id = '1') => JSON.stringify({ pid, host, id })

const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

test('the lock names its holder during the work, and is removed afterwards', async () => {
  const path = newLock()
  const content = await withLock(path, countingClock(), () => readFileSync(path, 'utf8'))
  expect(JSON.parse(content)).toMatchObject({
    pid: process.pid,
    host: hostname(),
    since: '1970-01-01T00:00:00.000Z',
  })
  expect(existsSync(path)).toBe(false)
})

test('the lock is removed after failed work', async () => {
  const path = newLock()
  const work = () => {
    throw new Error('no')
  }
  await expect(withLock(path, countingClock(), work)).rejects.toThrow('no')
  expect(existsSync(path)).toBe(false)
})

test('a running holder is waited for', async () => {
  const path = newLock()
  writeFileSync(path, holder(process.pid))
  const clock = countingClock(3, () => writeFileSync(path, holder(deadPid())))
  await withLock(path, clock, () => {})
  expect(clock.turns).toBe(4)
})

test('a dead holder on this machine loses the lock immediately', async () => {
  const path = newLock()
  writeFileSync(path, holder(deadPid()))
  const clock = countingClock()
  await withLock(path, clock, () => {})
  expect(clock.turns).toBe(1)
})

test.each([
  ['a living process', holder(process.pid)],
  ['a process of another machine', holder(1, 'elsewhere.example')],
  ['nobody, for its writer was killed', ''],
])('a lock of %s that never changes is finally taken over', async (_, content) => {
  const path = newLock()
  writeFileSync(path, content)
  writeFileSync(`${path}.evict`, '')
  const clock = countingClock()
  expect(await withLock(path, clock, () => 'done')).toBe('done')
  expect(clock.turns).toBeGreaterThan(150)
  expect(existsSync(`${path}.evict`)).toBe(false)
})

test('waiting behind constantly changing holders ends with the failure locked', async () => {
  const path = newLock()
  let id = 0
  const clock = {
    now: () => 0,
    sleep: async () => writeFileSync(path, holder(process.pid, hostname(), String(++id))),
  }
  await clock.sleep()
  await expect(withLock(path, clock, () => {})).rejects.toMatchObject({ code: 'locked' })
})

test('a lock that was taken over is left to its new holder', async () => {
  const path = newLock()
  const theirs = holder(process.pid)
  await withLock(path, countingClock(), () => writeFileSync(path, theirs))
  expect(readFileSync(path, 'utf8')).toBe(theirs)
})

const old = new Date(Date.now() - 60_000)

/** Writes a file as if a minute ago. */
function leave(path: string, content: string): void {
  writeFileSync(path, content)
  utimesSync(path, old, old)
}

test.each([
  ['an empty lock, as a full disk leaves it', ''],
  ['the lock of a process that was killed while it wrote', '{"pid":12'],
  ['the lock of a dead process', holder(deadPid())],
])('%s is taken over at once, even if a guard file was left too', (_, content) => {
  const path = newLock()
  leave(path, content)
  leave(`${path}.evict`, '')
  takeLock(path, { now: Date.now })()
  expect(existsSync(path)).toBe(false)
})

test('a lock that is being written right now is respected', () => {
  const path = newLock()
  writeFileSync(path, '')
  expect(() => takeLock(path, { now: Date.now })).toThrow(
    expect.objectContaining({ code: 'locked' }),
  )
})

test('a full disk leaves no lock behind', ({ skip }) => {
  const disk = mountSmallDisk('64k')
  if (!disk) return skip(cannotMount)
  onTestFinished(disk.release)
  const path = join(disk.folder, 'a.lock')
  expect(() => {
    for (let n = 0; ; n++) writeFileSync(join(disk.folder, `file-${n}`), Buffer.alloc(4096))
  }).toThrow('ENOSPC')
  expect(() => takeLock(path, { now: Date.now })).toThrow('ENOSPC')
  expect(existsSync(path)).toBe(false)
  disk.grow()
  takeLock(path, { now: Date.now })()
})
