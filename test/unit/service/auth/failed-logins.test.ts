import { expect, test } from 'vitest'
import { createFailedLoginCount } from '../../../../src/service/auth/failed-logins.ts'
import { createLog } from '../../../../src/service/log.ts'
import { createMetrics } from '../../../../src/service/metrics.ts'
import { testClock } from '../../../support/clock.ts'
import { logLines } from '../../../support/log-lines.ts'

test('many failed logins within a minute are one warning, and the next minute may have another', () => {
  const clock = testClock()
  const { log, lines } = logLines()
  const metrics = createMetrics({ version: 'test' })
  const count = createFailedLoginCount({ clock, log: createLog(log, clock), metrics })
  for (let login = 0; login < 19; login++) count()
  clock.advance(60_000)
  for (let login = 0; login < 19; login++) count()
  expect(lines).toEqual([])
  for (let login = 0; login < 50; login++) count()
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', event: 'many logins fail' })])
  clock.advance(60_000)
  for (let login = 0; login < 20; login++) count()
  expect(lines).toHaveLength(2)
})

test('a minute may begin at any time', () => {
  const clock = testClock()
  const { log, lines } = logLines()
  const metrics = createMetrics({ version: 'test' })
  const count = createFailedLoginCount({ clock, log: createLog(log, clock), metrics })
  const fail = (times: number) => {
    for (let login = 0; login < times; login++) count()
  }
  clock.advance(60_000 - (clock.now() % 60_000) - 5000)
  fail(10)
  clock.advance(10_000)
  fail(10)
  expect(lines).toHaveLength(1)
})
