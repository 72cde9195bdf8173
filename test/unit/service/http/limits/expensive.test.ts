import { expect, test } from 'vitest'
import { contract, endpoints } from '../../../../../src/contract/index.ts'
import { anonymous } from '../../../../../src/service/http/guard.ts'
import {
  createExpensiveRequests,
  createQuickRequests,
  isExpensive,
} from '../../../../../src/service/http/limits/expensive.ts'
import { testClock } from '../../../../support/clock.ts'

const clock = testClock()

function setUp() {
  const expensive = createExpensiveRequests(clock)
  const turnsOf = (limitGroup = 1, endpoint = contract.segments.count) =>
    expensive.turnsOf(endpoint, { ...anonymous, limitGroup }, new AbortController().signal)
  return { turnsOf }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

async function* chunks(count: number) {
  for (let index = 0; index < count; index += 1) yield index
}

test('a client that does not read its files keeps no turn', async () => {
  const { turnsOf } = setUp()
  const files = Array.from({ length: 4 }, () => turnsOf().inTurns(chunks(5)))
  const open = files.map((file) => file[Symbol.asyncIterator]())
  for (const file of open) expect((await file.next()).value).toBe(0)
  expect(await turnsOf().inTurn(async () => 'done')).toBe('done')
  for (const file of open) expect((await file.next()).value).toBe(1)
})

test('a group has a bounded number of open files, and one that is closed makes room', async () => {
  const { turnsOf } = setUp()
  const open = Array.from({ length: 8 }, () => turnsOf().inTurns(chunks(5))[Symbol.asyncIterator]())
  for (const file of open) await file.next()
  const openAnother = () => turnsOf().inTurns(chunks(5))[Symbol.asyncIterator]().next()
  await expect(openAnother()).rejects.toMatchObject({ code: 'rate_limited' })
  expect((await turnsOf(2).inTurns(chunks(5))[Symbol.asyncIterator]().next()).value).toBe(0)
  await open[0]?.return?.()
  expect((await openAnother()).value).toBe(0)
})

test('a read that takes too long fails and keeps its turn until it has ended', async () => {
  const { turnsOf } = setUp()
  const finishers: (() => void)[] = []
  const endless = () => new Promise<void>((resolve) => finishers.push(resolve))
  const late = [turnsOf().inTurn(endless), turnsOf().inTurn(endless)]
  await settle()
  clock.advance(30_000)
  for (const each of late) await expect(each).rejects.toMatchObject({ code: 'read_too_slow' })
  let isDone = false
  const next = turnsOf().inTurn(async () => {
    isDone = true
  })
  await settle()
  expect(isDone).toBe(false)
  expect(await turnsOf(2).inTurn(async () => 'done')).toBe('done')
  for (const finish of finishers) finish()
  await next
  expect(isDone).toBe(true)
})

test('a read that the database has ended fails with the same sentence', async () => {
  const { turnsOf } = setUp()
  const ended = Object.assign(new Error('canceling statement'), { code: '57014' })
  const read = turnsOf().inTurn(() => Promise.reject(ended))
  await expect(read).rejects.toMatchObject({ code: 'read_too_slow' })
  const change = turnsOf(1, contract.users.create as never).inTurn(() => Promise.reject(ended))
  await expect(change).rejects.toBe(ended)
})

test('a change is never given up, because its outcome would be unknown', async () => {
  const { turnsOf } = setUp()
  let finish = () => {}
  const change = turnsOf(1, contract.users.create as never).inTurn(
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('done')
      }),
  )
  await settle()
  clock.advance(120_000)
  await settle()
  finish()
  expect(await change).toBe('done')
})

test('one row of many is not expensive, and public routes never are', () => {
  expect(isExpensive(contract.contacts.add, { single: true })).toBe(false)
  expect(isExpensive(contract.contacts.add, { single: false })).toBe(true)
  // They have no account to take turns.
  const isPublic = endpoints.filter(({ endpoint }) => endpoint.access === 'public')
  expect(isPublic.filter(({ endpoint }) => endpoint.expensive)).toEqual([])
})

test('a hundred quick requests of one account wait for each other, and not those of another', async () => {
  const quick = createQuickRequests()
  const finishers: (() => void)[] = []
  let running = 0
  const work = () => {
    running += 1
    return new Promise<void>((resolve) => finishers.push(resolve))
  }
  const flood = Array.from({ length: 100 }, () =>
    quick({ ...anonymous, limitGroup: 1 }).inTurn(work),
  )
  await settle()
  expect(running).toBe(8)
  expect(await quick({ ...anonymous, limitGroup: 2 }).inTurn(async () => 'done')).toBe('done')
  while (finishers.length > 0) {
    for (const finish of finishers.splice(0)) finish()
    await settle()
  }
  await Promise.all(flood)
  expect(running).toBe(100)
})
