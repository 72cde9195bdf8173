import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  isRemembered,
  type OperationRecord,
  openJournal,
} from '../../../../src/cli/sending/journal.ts'
import { readEnvironment } from '../../../../src/config/env.ts'
import { testClock } from '../../../support/clock.ts'
import { newFolder } from '../../../support/folder.ts'

const hourMs = 3_600_000

function journalIn(folder: string, clock = testClock()) {
  const machine = { platform: process.platform, home: folder }
  const environment = readEnvironment({ REMITE_STATE_DIR: folder })
  return {
    ...openJournal({ environment, host: { clock, machine } }),
    path: join(folder, 'sending', 'journal.ndjson'),
  }
}

test('lines of one id are merged, and a new start discards the earlier ones', async () => {
  const journal = journalIn(newFolder())
  await journal.write({ id: 'a', state: 'begun', key: 'k', before: 'draft' })
  await journal.write({ id: 'b', state: 'begun', key: 'other' })
  await journal.write({ id: 'a', state: 'done', answer: { id: 7 } })
  expect(journal.find('a')).toMatchObject({ state: 'done', key: 'k', answer: { id: 7 } })
  expect(journal.find('b')?.state).toBe('begun')
  expect(journal.find('c')).toBeUndefined()
  await journal.write({ id: 'a', state: 'begun', key: 'k2' })
  expect(journal.find('a')).not.toHaveProperty('answer')
})

test('an incomplete last line does not affect the next entry', async () => {
  const journal = journalIn(newFolder())
  await journal.write({ id: 'a', state: 'begun', key: 'k' })
  appendFileSync(journal.path, '{"id":"a","state":"do')
  await journal.write({ id: 'b', state: 'begun', key: 'l' })
  expect([journal.find('a')?.state, journal.find('b')?.state]).toEqual(['begun', 'begun'])
})

test('compaction keeps unknown outcomes and operations that may be repeated', async () => {
  const clock = testClock()
  const journal = journalIn(newFolder(), clock)
  const slot = new Date(clock.now() + 1000 * hourMs).toISOString()
  await journal.write({ id: 'open', state: 'begun', key: 'k' })
  await journal.write({ id: 'planned', state: 'begun', key: 'k', slot })
  await journal.write({ id: 'planned', state: 'done' })
  await journal.write({ id: 'old', state: 'begun', key: 'k' })
  await journal.write({ id: 'old', state: 'done' })
  clock.advance(23 * hourMs)
  await journal.write({ id: 'young', state: 'begun', key: 'k' })
  await journal.write({ id: 'young', state: 'done', answer: { id: 1 } })
  await journal.write({ id: 'refused', state: 'begun', key: 'x'.repeat(1_000_000) })
  await journal.write({ id: 'refused', state: 'refused' })
  clock.advance(2 * hourMs)
  await journal.write({ id: 'new', state: 'begun', key: 'k' })
  const kept = ['open', 'planned', 'old', 'young', 'refused', 'new'].filter((id) =>
    journal.find(id),
  )
  expect(kept).toEqual(['open', 'planned', 'young', 'new'])
  expect(journal.find('young')).toMatchObject({ key: 'k', answer: { id: 1 } })
  expect(statSync(journal.path).size).toBeLessThan(2000)
  expect(statSync(journal.path).mode & 0o777).toBe(0o600)
})

test('concurrent writers lose no line', async () => {
  const folder = newFolder()
  const journals = [journalIn(folder), journalIn(folder)]
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      journals[index % 2]?.write({ id: String(index), state: 'begun', key: 'k' }),
    ),
  )
  expect(
    readFileSync(journals[0]?.path ?? '', 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(40)
})

test('a lock names its holder until it is released', () => {
  const journal = journalIn(newFolder())
  const unlock = journal.lock('campaign')
  expect(() => journal.lock('campaign')).toThrow(
    expect.objectContaining({
      code: 'locked',
      details: { values: expect.objectContaining({ pid: process.pid, since: expect.any(String) }) },
    }),
  )
  journal.lock('another')()
  unlock()
  journal.lock('campaign')()
})

test('a state folder that is a file is reported as not writable', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const journal = journalIn(file)
  expect(journal.find('a')).toBeUndefined()
  await expect(journal.write({ id: 'a', state: 'begun' })).rejects.toMatchObject({
    code: 'state_unwritable',
  })
})

test('an immediate operation is remembered for a day, a scheduled one until after its time', () => {
  const at = '2027-03-01T09:00:00.000Z'
  const now = Date.parse(at)
  const done: OperationRecord = { id: 'a', state: 'done', at, begunAt: at }
  expect(isRemembered(done, now + 24 * hourMs - 1)).toBe(true)
  expect(isRemembered(done, now + 24 * hourMs)).toBe(false)
  expect(isRemembered({ ...done, slot: '2027-06-01T09:00:00.000Z' }, now + 999 * hourMs)).toBe(true)
  expect(isRemembered({ ...done, state: 'undone' }, now)).toBe(false)
})
