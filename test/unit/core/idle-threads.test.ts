import { expect, test } from 'vitest'
import { IdleThreads } from '../../../src/core/idle-threads.ts'
import { minuteMs } from '../../../src/core/time.ts'
import { testClock } from '../../support/clock.ts'

/** Lets code that waits for the clock run. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function create() {
  const clock = testClock()
  const ended: string[] = []
  const idle = new IdleThreads<string>((thread) => ended.push(thread), clock)
  const later = async () => {
    clock.advance(minuteMs)
    await turn()
  }
  return { idle, ended, later }
}

test('ends the threads that were not needed for a while, and keeps those that were', async () => {
  const { idle, ended, later } = create()
  for (const thread of ['a', 'b', 'c']) idle.add(thread)
  const taken = [idle.take(), idle.take()]
  for (const thread of taken) if (thread) idle.add(thread)
  await later()
  expect(ended).toEqual(['a'])
  await later()
  expect(ended.sort()).toEqual(['a', 'b', 'c'])
  expect(idle.take()).toBeUndefined()
})

test('does not end a thread that works or was just added', async () => {
  const { idle, ended, later } = create()
  idle.add('a')
  expect(idle.take()).toBe('a')
  idle.add('b')
  await later()
  expect(ended).toEqual([])
  await later()
  expect(ended).toEqual(['b'])
})

test('ends nothing after it was closed', async () => {
  const { idle, ended, later } = create()
  idle.add('a')
  expect(idle.close()).toEqual(['a'])
  await later()
  expect(ended).toEqual([])
})
