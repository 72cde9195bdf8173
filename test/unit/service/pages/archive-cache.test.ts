import { expect, test } from 'vitest'
import { systemClock } from '../../../../src/core/clock.ts'
import { Failure } from '../../../../src/core/failure.ts'
import { createPageCache } from '../../../../src/service/pages/archive-cache.ts'

const from = (ip: string) => ({ headers: {}, ip: () => ip })
const kilobyte = 1024

test('a page is made once, and stays in the cache, after the request that made it was refused', async () => {
  const cache = createPageCache(systemClock)
  let made = 0
  const page = async () => {
    made += 1
    return { status: 200, body: 'x'.repeat(1500 * kilobyte) }
  }
  const refused = async () => {
    throw new Failure('rate_limited')
  }
  const ask = (ip: string, make = page) =>
    cache.answer(from(ip), { page: ['page'], version: [] }, make)
  const first = ask('192.0.2.1', refused)
  const others = Array.from({ length: 30 }, (_, host) => ask(`198.51.100.${host}`))
  await expect(first).rejects.toThrow(Failure)
  for (const { status } of await Promise.all(others)) expect(status).toBe(200)
  expect(made).toBe(1)
  await ask('203.0.113.1')
  expect(made).toBe(1)
})
