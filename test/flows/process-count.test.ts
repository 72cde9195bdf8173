import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'

const postgres = 'postgres://127.0.0.1:9/remite'

async function refusal(...flags: string[]) {
  const serve = ['serve', '--folder', newFolder(), '--smtp', 'smtp://127.0.0.1:9']
  const { code, stderr } = await remite()(...serve, ...flags)
  return { code, stderr: stderr.replace(/\s+/g, ' ') }
}

test.each(['2', 'auto', '64'])('a database file has one process, not %s', async (count) => {
  const { code, stderr } = await refusal('--processes', count)
  expect(code).toBe(2)
  expect(stderr).toContain('--processes')
  expect(stderr).toContain('Only possible with PostgreSQL')
})

test.each([
  ['0', 'the minimum is 1'],
  ['65', '64'],
  ['many', 'a whole number, or auto'],
  ['1.5', 'a whole number, or auto'],
  ['-1', 'a whole number, or auto'],
])('%s is no number of processes', async (count, said) => {
  const { code, stderr } = await refusal('--database', postgres, `--processes=${count}`)
  expect(code).toBe(2)
  expect(stderr).toContain('--processes')
  expect(stderr).toContain(said)
})

test('a sandbox has one process', async () => {
  const { code, stderr } = await refusal('--sandbox', '--database', postgres, '--processes', '2')
  expect(code).toBe(2)
  expect(stderr).toContain('This cannot be combined with --sandbox')
})

test('a wrong number of processes is named where it stands', async () => {
  const env = { REMITE_SERVE_PROCESSES: 'all', REMITE_DATABASE_URL: postgres }
  const { code, stderr } = await remite().with({ env })('serve', '--smtp', 'smtp://127.0.0.1:9')
  expect(code).toBe(2)
  expect(stderr).toContain('REMITE_SERVE_PROCESSES')
})

test('an address of the metrics that is taken is named before any process starts', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number } // TCP
  const metrics = `127.0.0.1:${port}`
  const flags = ['--database', postgres, '--processes', '2', '--metrics', metrics]
  const { code, stderr } = await refusal(...flags)
  expect(code).toBe(2)
  expect(stderr).toContain(`already listening there: ${metrics}`)
})
