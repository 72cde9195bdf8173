import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'

const slowMs = 60_000

test(
  'a backup that is made while people are written to is whole, and a service starts with it',
  async () => {
    const folder = newFolder()
    const file = join(folder, 'remite.db')
    const server = await startService({ file })
    const { body: list } = await server.api('POST', '/lists', { name: 'Clientes' })
    let writing = true
    let acknowledged = 0
    const add = async (n: number) => {
      const contacts = Array.from({ length: 50 }, (_, at) => ({ email: `a${n}.${at}@b.example` }))
      const { status } = await server.api('POST', `/lists/${list.id}/contacts`, { contacts })
      expect(status).toBe(200)
      acknowledged += 50
    }
    const writer = (async () => {
      for (let n = 0; writing; n++) await add(n)
    })()
    while (acknowledged === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const before = acknowledged
    const copy = join(folder, 'copy.db')
    const made = await remite()('database', 'backup', copy, '--from', file, '-o', 'json')
    writing = false
    await writer
    await server.close()
    expect(made.code, made.stderr).toBe(0)
    expect(made.json()).toEqual({ file: copy, bytes: statSync(copy).size })
    expect(made.stderr).toContain(`keep ${join(folder, 'master.key')} too`)
    expect(statSync(copy).mode & 0o777).toBe(0o600)

    const restored = await startService({ file: copy })
    const { body } = await restored.api('GET', `/lists/${list.id}/contacts?limit=1`)
    expect(body).toHaveLength(1)
    const { headers } = await restored.api('GET', `/lists/${list.id}/contacts?limit=1`)
    const total = Number(headers.get('x-total-count'))
    expect(total).toBeGreaterThanOrEqual(before)
    expect(total % 50).toBe(0)
    await restored.close()
  },
  slowMs,
)

test('of a service that was stopped the file alone is a whole copy', async () => {
  const folder = newFolder()
  const file = join(folder, 'remite.db')
  const server = await startService({ file })
  await server.api('POST', '/lists', { name: 'Clientes' })
  await server.close()
  const copy = join(newFolder(), 'remite.db')
  copyFileSync(file, copy)
  const { db, close } = await openDatabase(copy)
  expect(await db.selectFrom('lists').select('name').execute()).toEqual([{ name: 'Clientes' }])
  await close()
})

test('what stands where the backup goes is replaced only when that was said, and by the whole', async () => {
  const folder = newFolder()
  const file = join(folder, 'remite.db')
  await (await startService({ file })).close()
  const copy = join(folder, 'copy.db')
  writeFileSync(copy, 'last week’s')
  const run = remite()
  const words = ['database', 'backup', copy, '--from', file]
  expect((await run(...words)).code).toBe(7)
  expect(readFileSync(copy, 'utf8')).toBe('last week’s')
  expect((await run(...words, '--yes')).code).toBe(0)
  expect(readFileSync(copy).subarray(0, 15).toString()).toBe('SQLite format 3')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('what cannot be saved is told: no file, not a database, a place that is not there, PostgreSQL', async () => {
  const folder = newFolder()
  const file = join(folder, 'remite.db')
  const copy = join(folder, 'copy.db')
  const run = remite()
  expect(await run('database', 'backup', copy, '--from', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${file} is not the database of a service.`),
  })
  writeFileSync(file, 'Dear diary, this is long enough to be read and is not a database at all. ')
  expect(await run('database', 'backup', copy, '--from', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not the database of a service.'),
  })
  await (await startService({ file: join(folder, 'real.db') })).close()
  const nowhere = join(folder, 'nowhere', 'copy.db')
  expect(await run('database', 'backup', nowhere, '--from', join(folder, 'real.db'))).toMatchObject(
    { code: 2, stderr: expect.stringContaining('ENOENT') },
  )
  const env = { REMITE_DATABASE_URL: 'postgres://127.0.0.1/remite' }
  expect(await run.with({ env })('database', 'backup', copy)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('pg_dump'),
  })
  expect(existsSync(copy)).toBe(false)
})
