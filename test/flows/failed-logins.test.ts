import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFailedLoginCount } from '../../src/service/auth/failed-logins.ts'
import { createLog } from '../../src/service/log.ts'
import { testClock } from '../support/clock.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { logLines } from '../support/log-lines.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const clock = testClock()

/** The count of a process that has just started, and what it logs. */
function startCount() {
  const { log, lines } = logLines()
  const { db, metrics } = server.service
  const counts = createFailedLoginCount({ db, clock, log: createLog(log, clock), metrics })
  const fail = (times: number) => {
    for (let login = 0; login < times; login++) counts.countRefused()
  }
  const failTogether = async (times: number) => {
    for (let login = 0; login < times; login++) await counts.countWrong()
  }
  return { lines, fail, failTogether }
}

test('many failed logins within a minute are one warning, and the next minute may have another', () => {
  const { lines, fail } = startCount()
  fail(19)
  clock.advance(60_000)
  fail(19)
  expect(lines).toEqual([])
  fail(50)
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', event: 'many logins fail' })])
  clock.advance(60_000)
  fail(20)
  expect(lines).toHaveLength(2)
})

test('a minute may begin at any time', () => {
  const { lines, fail } = startCount()
  clock.advance(60_000 - (clock.now() % 60_000) - 5000)
  fail(10)
  clock.advance(10_000)
  fail(10)
  expect(lines).toHaveLength(1)
})

onPostgres('wrong passwords in several processes are one warning', async () => {
  clock.advance(60_000 - (clock.now() % 60_000))
  const [one, other] = [startCount(), startCount()]
  await Promise.all([one.failTogether(9), other.failTogether(9)])
  expect([...one.lines, ...other.lines]).toEqual([])
  await Promise.all([one.failTogether(4), other.failTogether(4)])
  expect([...one.lines, ...other.lines]).toHaveLength(1)
})
