import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let jobs: ReturnType<typeof jobsAt>
beforeAll(async () => {
  server = await startService({ workers: true })
  jobs = jobsAt(server)
})
afterAll(() => server.close())

function newFile(name: string, content: string): string {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

const people = (count: number): string =>
  `email,nombre\n${Array.from({ length: count }, (_, n) => `p${n}@example.org,Person ${n}\n`).join('')}`

test('a file is uploaded and followed to its end, and its rejects are saved beside it', async () => {
  const cli = remite(server)
  const list = await jobs.newList('Sent')
  const file = newFile('clients.csv', `${people(2500)}nobody,No\np1@example.org,Again\n`)
  const result = await cli('lists', 'import', file, '--list', 'Sent', '--upload', '--json')
  expect(result.code, result.stderr).toBe(9)
  const rejects = file.replace('.csv', '.rejects.csv')
  expect(result.json()).toMatchObject({
    list_id: list,
    rows: 2502,
    created: 2500,
    updated: 0,
    skipped: 0,
    duplicates: 1,
    rejected: 1,
    rejects_file: rejects,
  })
  expect(readFileSync(rejects, 'utf8')).toContain('nobody,No,2502,bad_email,')
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replaceAll('nobody,', 'no@example.org,'))
  const again = await cli('lists', 'import', rejects, '--list', 'Sent', '--upload', '--json')
  expect([again.code, again.json().created]).toEqual([0, 1])

  const listed = await cli('lists', 'jobs', 'list', '--list', 'Sent', '-o', 'ids')
  const [, first = ''] = listed.stdout.trim().split('\n')
  const got = await cli('lists', 'jobs', 'get', first, '--list', 'Sent', '--json')
  expect(got.json()).toMatchObject({ id: Number(first), status: 'done', processed: 2502 })
  const errors = await cli('lists', 'jobs', 'errors', first, '--list', 'Sent')
  expect(errors.stdout).toContain('nobody,No,2502,bad_email,')
  const saved = join(newFolder(), 'errors.csv')
  await cli('lists', 'jobs', 'errors', first, '--list', 'Sent', '--file', saved)
  expect(readFileSync(saved, 'utf8')).toBe(errors.stdout)
  const cancelled = await cli('lists', 'jobs', 'cancel', first, '--list', 'Sent', '--yes')
  expect([cancelled.code, cancelled.stderr]).toEqual([6, expect.stringContaining('done')])
})

test('a dry run of an upload writes nothing, locally or on the server', async () => {
  const cli = remite(server)
  const list = await jobs.newList('Dry sent')
  const file = newFile('dry.csv', `${people(3)}nobody,No\n`)
  const flags = ['--list', 'Dry sent', '--upload', '--dry-run', '--json']
  const result = await cli('lists', 'import', file, ...flags)
  expect([result.code, result.json()]).toEqual([
    0,
    expect.objectContaining({
      dry_run: true,
      rows: 4,
      accepted: 3,
      rejected: 1,
      rejects_file: null,
    }),
  ])
  expect(await jobs.contacts(list)).toEqual([])
  expect(existsSync(file.replace('.csv', '.rejects.csv'))).toBe(false)
})

test('standard input can be uploaded, and suppress mode works on the server alone', async () => {
  const cli = remite(server)
  const list = await jobs.newList('Kept off')
  const result = await cli.with({ stdin: 'correo\nout@example.org\n' })(
    ...['lists', 'import', '-', '--list', 'Kept off', '--mode', 'suppress', '--json'],
  )
  expect([result.code, result.json().created]).toEqual([0, 1])
  expect(await jobs.contacts(list)).toEqual([])
})

test('problems with a file are reported before the import', async () => {
  const cli = remite(server)
  await jobs.newList('No address')
  const file = newFile('names.csv', 'name,city\nAna,Vigo\n')
  const result = await cli('lists', 'import', file, '--list', 'No address', '--upload')
  expect([result.code, result.stderr]).toEqual([2, expect.stringContaining('name, city')])
})

test('a server without file imports has its own exit code', async () => {
  const foreign = await startForeignServer()
  const cli = remite({ url: foreign.url, token: 'theirs' })
  const file = newFile('a.csv', people(1))
  const result = await cli('lists', 'import', file, '--list', '3', '--upload')
  await foreign.close()
  expect(result.code, result.stderr).toBe(14)
})

test('a job continues when nobody waits, and can be cancelled in the middle', async () => {
  const cli = remite(server)
  const list = await jobs.newList('Long')
  const file = newFile('long.csv', people(150_000))
  const flags = ['--list', 'Long', '--upload', '--wait-timeout', '1s']
  const result = await cli('lists', 'import', file, ...flags)
  expect(result.code, result.stderr).toBe(8)
  const [, job = ''] = /remite lists jobs cancel (\d+) --list/.exec(result.stderr) ?? []
  await waitFor(async () => (await jobs.get(list, Number(job))).processed > 0)
  const running = await cli('lists', 'jobs', 'get', job, '--list', 'Long', '--json')
  expect(running.json()).toMatchObject({ status: 'running' })
  expect(running.json().rate).toBeGreaterThan(0)
  expect((await cli('lists', 'jobs', 'cancel', job, '--list', 'Long', '--yes')).code).toBe(0)
  const { status, processed, created } = await jobs.get(list, Number(job))
  expect(status).toBe('cancelled')
  expect(processed).toBeLessThan(150_000)
  await waitFor(
    async () =>
      (await server.service.db.selectFrom('uploads').select('job_id').execute()).length === 0,
  )
  const { contacts } = (await server.api('GET', `/lists/${list}`)).body
  expect([contacts, (await jobs.get(list, Number(job))).created]).toEqual([created, created])
})

test('Ctrl-C leaves the job running and says how to continue', async () => {
  const cli = remite(server)
  const list = await jobs.newList('Left')
  const file = newFile('left.csv', people(20_000))
  const stopping = new AbortController()
  const running = cli.with({ stopped: stopping.signal })(
    ...['lists', 'import', file, '--list', 'Left', '--upload'],
  )
  await waitFor(async () => (await server.api('GET', `/lists/${list}/jobs`)).body.length > 0)
  stopping.abort('SIGINT')
  const result = await running
  // The response may or may not have arrived by then, so both suggested commands are valid.
  expect([result.code, result.stderr]).toEqual([
    130,
    expect.stringMatching(/remite lists jobs (?:get \d+|list --list \d+)/),
  ])
  const [{ id }] = (await server.api('GET', `/lists/${list}/jobs`)).body
  expect(await jobs.ended(list, id)).toMatchObject({ status: 'done', created: 20_000 })
})
