import { expect, test } from 'vitest'
import { createMailHosts } from '../../../../src/service/cleaning/mail-hosts.ts'
import type { Resolver } from '../../../../src/service/resolver.ts'
import { testClock } from '../../../support/clock.ts'

const never = new AbortController().signal

function counting(mx: (name: string) => Promise<string[]>) {
  const asked: string[] = []
  const resolver: Resolver = {
    txt: async () => [],
    mx: (name) => {
      asked.push(name)
      return mx(name)
    },
    addresses: async () => [],
  }
  return { asked, resolver }
}

test('an answer is cached for an hour, a missing answer for a minute', async () => {
  const clock = testClock()
  const { asked, resolver } = counting(async (name) => {
    if (name === 'silent.example') throw Object.assign(new Error(), { code: 'ETIMEOUT' })
    return ['mx.example']
  })
  const hosts = createMailHosts({ resolver, clock })
  const ask = () => hosts.lookUp(['good.example', 'silent.example'], never)
  expect(await ask()).toEqual(
    new Map([
      ['silent.example', 'unknown'],
      ['good.example', 'takes'],
    ]),
  )
  await ask()
  expect(asked).toHaveLength(2)
  clock.advance(2 * 60_000)
  await ask()
  expect(asked.filter((name) => name === 'good.example')).toHaveLength(1)
  expect(asked.filter((name) => name === 'silent.example')).toHaveLength(2)
  clock.advance(3_600_000)
  await ask()
  expect(asked.filter((name) => name === 'good.example')).toHaveLength(2)
})

test('a name server that does not answer times out, and its domain is unknown', async () => {
  const clock = testClock()
  const { resolver, asked } = counting(() => new Promise(() => {}))
  const hosts = createMailHosts({ resolver, clock })
  const answer = hosts.lookUp(['silent.example'], never)
  while (asked.length === 0) await new Promise(setImmediate)
  clock.advance(8000)
  expect(await answer).toEqual(new Map([['silent.example', 'unknown']]))
})

test('at most 64 queries run at once', async () => {
  let underWay = 0
  let most = 0
  const { resolver, asked } = counting(async () => {
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    underWay--
    return ['mx.example']
  })
  const names = Array.from({ length: 500 }, (_, n) => `d${n}.example`)
  await createMailHosts({ resolver, clock: testClock() }).lookUp(names, never)
  expect([asked.length, most]).toEqual([500, 64])
})

test('an aborted lookup sends no more queries', async () => {
  const stop = new AbortController()
  const { resolver, asked } = counting(async () => {
    stop.abort()
    return ['mx.example']
  })
  const names = Array.from({ length: 500 }, (_, n) => `d${n}.example`)
  const hosts = createMailHosts({ resolver, clock: testClock() })
  expect(await hosts.lookUp(names, stop.signal)).toBe(undefined)
  expect(asked.length).toBeLessThan(65)
})
