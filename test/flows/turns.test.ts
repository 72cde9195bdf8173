import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsAt } from '../support/jobs.ts'
import { longestTurn } from '../support/longest-turn.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

/** Milliseconds of processor time of the service, its threads and this client together. */
const longestAllowed = 300

const megabyte = 1024 * 1024

let server: TestService
let jobs: ReturnType<typeof jobsAt>
beforeAll(async () => {
  server = await startService()
  jobs = jobsAt(server)
})
afterAll(() => server.close())

test('an import of 16 MB of empty lines lets other requests have their turn', async () => {
  const list = await jobs.newList('Empty lines')
  const file = `email\n${'\n'.repeat(16 * megabyte)}`
  const longest = await longestTurn(async () => {
    expect((await jobs.send(list, file)).status).toBe(202)
    await runJobs(server)
  })
  expect(longest).toBeLessThan(longestAllowed)
})

test('so do rejected rows of megabytes, while they are stored and downloaded', async () => {
  const list = await jobs.newList('Rejects')
  const good = Array.from({ length: 1000 }, (_, n) => `p${n}@example.org,x\n`).join('')
  const bad = `${`nobody,${'x'.repeat(100_000)}\n`.repeat(80)}${`nobody,${','.repeat(100_000)}x\n`.repeat(50)}`
  const { body } = await jobs.send(list, `email,nombre\n${good}${bad}`)
  const importing = await longestTurn(async () => {
    await runJobs(server)
  })
  expect(importing).toBeLessThan(longestAllowed)
  let errors = ''
  const downloading = await longestTurn(async () => {
    errors = await jobs.errors(list, body.job_id)
  })
  expect(errors.trim().split('\r\n')).toHaveLength(131)
  expect(downloading).toBeLessThan(longestAllowed)
})
