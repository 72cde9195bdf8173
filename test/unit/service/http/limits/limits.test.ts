import { expect, test } from 'vitest'
import { minuteMs } from '../../../../../src/core/time.ts'
import { createLimits } from '../../../../../src/service/http/limits/limits.ts'

test('requests beyond the limit of an account do not delay those of the next minutes', () => {
  let now = 0
  const limits = createLimits({ now: () => now, sleep: async () => {} })
  const account = { id: 1, limitGroup: 1, ratePerHour: 1_000_000 }
  const refused = Array.from({ length: 60_000 }, () => limits.ofAccount(account)).filter(
    ({ refusal }) => refusal,
  )
  expect(refused).toHaveLength(48_000)
  expect(Math.max(...refused.map(({ waitMs }) => waitMs))).toBeLessThanOrEqual(2000)
  now += minuteMs
  expect(limits.ofAccount(account)).toMatchObject({ waitMs: 0 })
})
