import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '../../src/core/time.ts'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { claimJob, recoverJobs } from '../../src/service/jobs/queue-store.ts'
import { testClock } from '../support/clock.ts'
import { jobsAt } from '../support/jobs.ts'
import { runJobs } from '../support/run-jobs.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
let api: TestService['api']
let jobs: ReturnType<typeof jobsAt>
beforeAll(async () => {
  server = await startService({ clock })
  api = await rememberedApi(server)
  jobs = jobsAt({ api })
})
afterAll(() => server.close())

/** Makes the database refuse every new contact with an error, until the result is called. */
async function refuseContacts(error: { message: string; sqlState: string }) {
  const { db } = server.service
  const run = (text: string) => sql.raw(text).execute(db)
  if (dialectOf(db).name === 'sqlite') {
    await run(`create trigger refusal before insert on contacts
      begin select raise(abort, '${error.message}'); end`)
    return () => run('drop trigger refusal')
  }
  await run(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception '${error.message}' using errcode = '${error.sqlState}'; end $$`)
  await run(`create trigger refusal before insert on contacts
    for each row execute function refuse()`)
  return () => run('drop trigger refusal on contacts; drop function refuse()')
}

async function sendFile(name: string) {
  const list = await jobs.newList(name)
  const { body } = await jobs.send(list, 'email\nana@example.org\nbob@example.org\n')
  return { list, id: body.job_id as number, get: () => jobs.get(list, body.job_id) }
}

test('an import outlasts hours of a database that cannot write, and then goes on', async () => {
  const job = await sendFile('Full disk')
  const allow = await refuseContacts({ message: 'database or disk is full', sqlState: '53100' })
  let attempts = 0
  for (let minutes = 0; minutes < 180; minutes++) {
    attempts += await runJobs(server)
    clock.advance(minuteMs)
  }
  expect(await job.get()).toMatchObject({ status: 'waiting', created: 0, error: null })
  // Not 180: the pauses grow to ten minutes.
  expect(attempts).toBeGreaterThan(15)
  expect(attempts).toBeLessThan(40)
  await allow()
  clock.advance(10 * minuteMs)
  await runJobs(server)
  expect(await job.get()).toMatchObject({ status: 'done', created: 2 })
})

test('an error that is not of the database gives a job up only after half an hour', async () => {
  const job = await sendFile('Broken')
  const allow = await refuseContacts({ message: 'something else', sqlState: 'P0001' })
  for (let minutes = 0; minutes < 25; minutes++) {
    await runJobs(server)
    clock.advance(minuteMs)
  }
  expect(await job.get()).toMatchObject({ status: 'waiting', error: null })
  for (let minutes = 0; minutes < 120; minutes++) {
    await runJobs(server)
    clock.advance(minuteMs)
  }
  await allow()
  await recoverJobs(server.service.db, clock.now(), clock.now())
  expect(await job.get()).toMatchObject({ status: 'failed', error: 'internal' })
})

test('an error of the file fails the job at once', async () => {
  const list = await jobs.newList('Broken file')
  const { body } = await jobs.send(list, `email\n${'\n'.repeat(1_100_000)}`)
  await runJobs(server)
  expect(await jobs.get(list, body.job_id)).toMatchObject({
    status: 'failed',
    error: 'file_not_table',
  })
})

test('a job whose worker dies waits longer each time, and a stop does not count', async () => {
  const job = await sendFile('Dying')
  const { db } = server.service
  const deaths: number[] = []
  for (let minutes = 0; minutes < 60 && deaths.length < 4; minutes++) {
    if (await claimJob(db, clock.now())) deaths.push(minutes)
    clock.advance(minuteMs)
    await recoverJobs(db, Number.MAX_SAFE_INTEGER, clock.now())
  }
  const pauses = deaths.slice(1).map((at, index) => at - (deaths[index] ?? 0))
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0)
  clock.advance(10 * minuteMs)
  await runJobs(server)
  expect(await job.get()).toMatchObject({ status: 'done', created: 2 })
})

test('an account with a running job waits for the others, however many jobs it has', async () => {
  const mine = [await sendFile('One'), await sendFile('Two'), await sendFile('Three')]
  const other = await server.other()
  const list = (await other.api('POST', '/lists', { name: 'Theirs' })).body.id
  const file = { authorization: `Bearer ${other.token}`, 'content-type': 'text/csv' }
  const theirs = await server.api('POST', `/lists/${list}/import`, 'email\na@example.org\n', file)
  const { db } = server.service
  const claimed: (number | undefined)[] = []
  for (let n = 0; n < 4; n++) claimed.push((await claimJob(db, clock.now()))?.id)
  const [one, two, three] = mine.map(({ id }) => id)
  expect(claimed).toEqual([one, theirs.body.job_id, two, three])
})
