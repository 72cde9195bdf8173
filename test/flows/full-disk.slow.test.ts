import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cannotMount, mountSmallDisk, type SmallDisk } from '../support/database/small-disk.ts'
import { newFolder } from '../support/folder.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

function smallDisk(size: string): SmallDisk | undefined {
  const disk = mountSmallDisk(size)
  if (disk) open.push(() => disk.release())
  return disk
}

async function start(file?: string): Promise<TestService> {
  const server = await startService(file === undefined ? {} : { file })
  open.push(() => server.close())
  return server
}

function newFile(rows: Iterable<string>): string {
  const path = join(newFolder(), 'people.csv')
  writeFileSync(path, `email,nombre\n${[...rows].join('\n')}\n`)
  return path
}

const person = (n: number) => `p${n}@correo.example,Person ${n}`

/** Parses the failure from the last line. The lines before it show the progress. */
const failureIn = ({ stderr }: RunResult) =>
  JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error

const resumeOf = (failure: { suggestion: string }): string[] =>
  failure.suggestion.replace(/^remite /, '').split(' ')

test('a full disk stops an import, which resumes once there is space', async ({ skip }) => {
  const disk = smallDisk('1m')
  if (!disk) return skip(cannotMount)
  const server = await start()
  const cli = remite(server).with({ env: { REMITE_STATE_DIR: disk.folder } })
  const list = (await cli('lists', 'create', '--name', 'Full', '-o', 'ids')).stdout.trim()
  const good = 4000
  const bad = 12_000
  const rows = Array.from({ length: good + bad }, (_, n) =>
    n % 4 === 0 ? person(n) : `nobody ${n},${'x'.repeat(80)}`,
  )
  const file = newFile(rows)
  const flags = ['--list', list, '--batch-size', '200', '--max-rejects', '100%']
  const stopped = await cli('lists', 'import', file, ...flags, '-o', 'json')
  expect([stopped.code, stopped.stdout]).toEqual([1, ''])
  const failure = failureIn(stopped)
  expect(failure).toMatchObject({ code: 'disk_full', message: 'The disk is full' })
  expect(stopped.stderr).not.toMatch(/\n\s+at /)

  disk.grow()
  const resumed = await cli(...resumeOf(failure), '-o', 'json')
  expect(resumed.code, resumed.stderr).toBe(0)
  expect(resumed.json()).toMatchObject({
    rows: good + bad,
    created: good,
    updated: 0,
    rejected: bad,
  })
  const refused = readFileSync(resumed.json().rejects_file, 'utf8').trim().split('\n')
  expect(refused).toHaveLength(bad + 1)
  const { active } = (await server.api('GET', `/lists/${list}`)).body
  expect(active).toBe(good)
})

test('a service with a full disk reports it, keeps running, and recovers', async ({ skip }) => {
  const disk = smallDisk('6m')
  if (!disk) return skip(cannotMount)
  const server = await start(join(disk.folder, 'remite.db'))
  const list = (await server.api('POST', '/lists', { name: 'Full' })).body.id
  const batch = (number: number) => ({
    contacts: Array.from({ length: 1000 }, (_, n) => ({
      email: `b${number}.p${n}@correo.example`,
      nombre: 'Begoña',
    })),
  })
  const add = (number: number, headers: Record<string, string> = {}) =>
    server.api('POST', `/lists/${list}/contacts`, batch(number), headers)
  let added = 0
  let answer = await add(added)
  while (answer.status === 200 && added < 100) answer = await add(++added)
  expect(added).toBeGreaterThan(0)
  expect([answer.status, answer.headers.get('content-type'), answer.body.code]).toEqual([
    507,
    expect.stringContaining('application/problem+json'),
    'disk_full',
  ])

  const key = { 'idempotency-key': 'once there is room' }
  expect((await add(added, key)).status).toBe(507)

  expect((await server.request('GET', '/health')).status).toBe(200)
  const active = async () => (await server.api('GET', `/lists/${list}`)).body.active
  expect(await active()).toBe(added * 1000)

  disk.grow()
  // The idempotency key may be in use for another half second, because releasing it also needs disk space.
  let again = await add(added, key)
  while (again.body.code === 'idempotency_in_flight') {
    await server.service.clock.sleep(250)
    again = await add(added, key)
  }
  expect([again.status, again.body.created]).toEqual([200, 1000])
  expect((await add(added, key)).headers.get('idempotency-replayed')).toBe('true')
  expect(await active()).toBe((added + 1) * 1000)
})

test('an import into a service with a full disk stops with its reason and resumes later', async ({
  skip,
}) => {
  const disk = smallDisk('6m')
  if (!disk) return skip(cannotMount)
  const server = await start(join(disk.folder, 'remite.db'))
  const cli = remite(server)
  const list = (await cli('lists', 'create', '--name', 'Full', '-o', 'ids')).stdout.trim()
  const count = 40_000
  const file = newFile(Array.from({ length: count }, (_, n) => person(n)))
  const flags = ['--list', list, '--retries', '0', '-o', 'json']
  const stopped = await cli('lists', 'import', file, ...flags)
  expect([stopped.code, stopped.stdout]).toEqual([11, ''])
  expect(failureIn(stopped)).toMatchObject({ code: 'disk_full', status: 507 })

  disk.grow()
  const resumed = await cli(...resumeOf(failureIn(stopped)), '-o', 'json')
  expect(resumed.code, resumed.stderr).toBe(0)
  expect(resumed.json()).toMatchObject({ rows: count, created: count, updated: 0, rejected: 0 })
  expect((await server.api('GET', `/lists/${list}`)).body.active).toBe(count)
})
