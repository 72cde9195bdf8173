import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Confirmed,
  createJournal,
  type ImportJob,
  journalPath,
  listJournals,
  readJournal,
  resumeJournal,
} from '../../../../src/cli/import/journal.ts'
import { newFolder } from '../../../support/folder.ts'

const clock = { now: () => 0 }

const job: ImportJob = {
  version: 1,
  id: '0123456789',
  file: '/data/clientes.csv',
  sha256: 'ab',
  apiUrl: 'https://mail.example/v3/api',
  listId: '3',
  mode: 'upsert',
  mapping: { columns: [], ignored: [] },
  batchSize: 1000,
  rejects: '/data/clientes.rejects.csv',
  nonce: 'once',
  startedAt: '2027-03-01T09:00:00.000Z',
}

const confirmed = (batch: number): Confirmed => ({
  batch,
  entries: 1000,
  firstLine: 2,
  lastLine: 1001,
  created: 1000,
  updated: 0,
  skipped: 0,
  errors: [],
})

test('confirmed batches are read again, in any order', async () => {
  const folder = newFolder()
  const journal = await createJournal(folder, job, clock)
  await Promise.all([3, 1, 2].map((batch) => journal.confirm(confirmed(batch))))
  await journal.close()
  const again = await resumeJournal(folder, job.id, clock)
  expect(again?.job).toEqual(job)
  expect([...(again?.confirmed.values() ?? [])].map(({ batch }) => batch).sort()).toEqual([1, 2, 3])
  await again?.confirm(confirmed(4))
  await again?.close()
  expect((await readJournal(journalPath(folder, job.id)))?.confirmed.size).toBe(4)
})

test('an incomplete line is removed before the next one is written', async () => {
  const folder = newFolder()
  const journal = await createJournal(folder, job, clock)
  await journal.confirm(confirmed(1))
  await journal.close()
  const path = journalPath(folder, job.id)
  appendFileSync(path, '{"batch":2,"entr')
  const again = await resumeJournal(folder, job.id, clock)
  await again?.confirm(confirmed(3))
  await again?.close()
  expect([...((await readJournal(path))?.confirmed.keys() ?? [])]).toEqual([1, 3])
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4)
})

test('a journal without a complete first line does not count', async () => {
  const folder = newFolder()
  writeFileSync(journalPath(folder, job.id), '{"version":1,"id"')
  expect(await resumeJournal(folder, job.id, clock)).toBeUndefined()
  expect(await listJournals(folder)).toEqual([])
})

test('unfinished imports are listed, latest first, and a finished one is removed', async () => {
  const folder = newFolder()
  for (const [id, startedAt] of [
    ['old', '2027-01-01T00:00:00.000Z'],
    ['new', '2027-02-01T00:00:00.000Z'],
    ['done', '2027-03-01T00:00:00.000Z'],
  ] as const) {
    const journal = await createJournal(folder, { ...job, id, startedAt }, clock)
    await (id === 'done' ? journal.remove() : journal.close())
  }
  expect((await listJournals(folder)).map((each) => each.job.id)).toEqual(['new', 'old'])
  expect(await listJournals(join(folder, 'none'))).toEqual([])
})

// A device that is always full.
test.runIf(process.platform === 'linux')('a full disk is told as such', async () => {
  const folder = newFolder()
  symlinkSync('/dev/full', journalPath(folder, job.id))
  await expect(createJournal(folder, job, clock)).rejects.toMatchObject({ code: 'disk_full' })
})
