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
  'a backup made during writes is complete, and a service starts from it',
  async () => {
    const folder = newFolder()
    const file = join(folder, 'remite.db')
    const server = await startService({ file })
    const { body: list } = await server.api('POST', '/lists', { name: 'Clientes' })
    let writing = true
    let acknowledged = 0
    const add = async (n: number) => {
      const contacts = Array.from({ length: 50 }, (_, index) => ({
        email: `a${n}.${index}@b.example`,
      }))
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
    const backup = await remite()('database', 'backup', copy, '--from', file, '-o', 'json')
    writing = false
    await writer
    await server.close()
    expect(backup.code, backup.stderr).toBe(0)
    expect(backup.json()).toEqual({ file: copy, bytes: statSync(copy).size })
    expect(backup.stderr).toContain(`Back up ${join(folder, 'master.key')} too`)
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

test('after a clean stop the database file alone is a complete copy', async () => {
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

test('an existing target is replaced only on request, and atomically', async () => {
  const folder = newFolder()
  const file = join(folder, 'remite.db')
  await (await startService({ file })).close()
  const copy = join(folder, 'copy.db')
  writeFileSync(copy, 'last week’s')
  const run = remite()
  const args = ['database', 'backup', copy, '--from', file]
  expect((await run(...args)).code).toBe(7)
  expect(readFileSync(copy, 'utf8')).toBe('last week’s')
  expect((await run(...args, '--yes')).code).toBe(0)
  expect(readFileSync(copy).subarray(0, 15).toString()).toBe('SQLite format 3')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('what cannot be backed up is reported: no file, no database, no target folder, PostgreSQL', async () => {
  const folder = newFolder()
  const file = join(folder, 'remite.db')
  const copy = join(folder, 'copy.db')
  const run = remite()
  expect(await run('database', 'backup', copy, '--from', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${file} is not the database of a remite service.`),
  })
  writeFileSync(file, 'Dear diary, this is long enough to be read and is not a database at all. ')
  expect(await run('database', 'backup', copy, '--from', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not the database of a remite service.'),
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
