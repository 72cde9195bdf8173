import { expect, test } from 'vitest'
import { Failure } from '../../../src/core/failure.ts'
import { createFairQueue } from '../../../src/core/fair-queue.ts'

const limits = { slots: 2, perKey: 1, maxWaiting: 3, typicalMs: 500 }

/** Work that runs until the test finishes it, and the order in which it starts. */
function setUp(change: Partial<typeof limits> = {}) {
  const queue = createFairQueue({ ...limits, ...change })
  const started: string[] = []
  const finishers = new Map<string, () => void>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const add = (key: string, name: string, options = {}) => {
    const result = queue.run(
      key,
      () => {
        started.push(name)
        return new Promise<string>((resolve) => finishers.set(name, () => resolve(name)))
      },
      options,
    )
    result.catch(() => {})
    return result
  }
  const finish = async (name: string) => {
    finishers.get(name)?.()
    await settle()
  }
  /** Finishes what has started until nothing starts any more. */
  const drain = async () => {
    await settle()
    for (let index = 0; index < started.length; index += 1) await finish(started[index] ?? '')
  }
  return { add, started, finish, drain, settle }
}

const refusalOf = async (result: Promise<unknown>): Promise<Failure> => {
  const error = await result.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(Failure)
  return error as Failure
}

test('keys take turns, and each runs no more than its share at once', async () => {
  const { add, started, finish, drain, settle } = setUp()
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  for (const name of ['b1', 'b2']) add('b', name)
  add('c', 'c1')
  await settle()
  expect(started).toEqual(['a1', 'b1'])
  await finish('a1')
  expect(started).toEqual(['a1', 'b1', 'c1'])
  await drain()
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a free slot is not given to a key that has its share', async () => {
  const { add, started, settle } = setUp()
  add('a', 'a1')
  add('a', 'a2')
  await settle()
  expect(started).toEqual(['a1'])
  add('b', 'b1')
  await settle()
  expect(started).toEqual(['a1', 'b1'])
})

test('too much work of one key is refused with a time, and other keys are not', async () => {
  const { add, started, finish, settle } = setUp()
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
  const failure = await refusalOf(add('a', 'a5'))
  expect([failure.code, failure.details.retryAfterSeconds]).toEqual(['rate_limited', 2])
  add('b', 'b1')
  await settle()
  expect(started).toEqual(['a1', 'b1'])
  await finish('a1')
  add('a', 'a6')
  expect((await refusalOf(add('a', 'a7'))).code).toBe('rate_limited')
})

test('a key that may have nothing waiting still gets a free slot', async () => {
  const { add, started } = setUp({ maxWaiting: 0 })
  add('a', 'a1')
  expect((await refusalOf(add('a', 'a2'))).details.retryAfterSeconds).toBe(1)
  expect(started).toEqual(['a1'])
})

test('accepted work waits where other work is refused', async () => {
  const { add, started, drain } = setUp({ maxWaiting: 1 })
  for (const name of ['a1', 'a2']) add('a', name)
  add('a', 'a3', { isAccepted: true })
  await drain()
  expect(started).toEqual(['a1', 'a2', 'a3'])
})

test('urgent work comes before all other work that waits', async () => {
  const { add, started, drain } = setUp({ slots: 1 })
  add('a', 'a1')
  add('b', 'b1')
  add('c', 'login 1', { isUrgent: true })
  add('b', 'login 2', { isUrgent: true })
  await drain()
  expect(started).toEqual(['a1', 'login 1', 'login 2', 'b1'])
})

test('waiting work whose client is gone is not done', async () => {
  const { add, started, drain } = setUp()
  const gone = new AbortController()
  add('a', 'a1')
  const waiting = add('a', 'a2', { signal: gone.signal })
  add('a', 'a3')
  gone.abort()
  expect((await refusalOf(waiting)).code).toBe('unavailable')
  expect((await refusalOf(add('a', 'a4', { signal: gone.signal }))).code).toBe('unavailable')
  await drain()
  expect(started).toEqual(['a1', 'a3'])
})

test('failed work frees its slot', async () => {
  const queue = createFairQueue(limits)
  for (let index = 0; index < 5; index += 1) {
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
  }
  expect(await queue.run('a', async () => 'done')).toBe('done')
})
