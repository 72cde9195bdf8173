import { afterEach, expect, test } from 'vitest'
import { apiPrefix } from '../../src/service/app.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const loginDelays = [250, 500, 1000, 2000, 2000]

let clock: TestClock
let delays: number[] | undefined
let server: TestService
afterEach(() => server.close())

/** Starts a service in which the delays of a login end at once. */
async function start() {
  clock = testClock()
  const impatient: TestClock = {
    ...clock,
    sleep(ms, signal) {
      // What a service does at intervals has a signal, and goes on sleeping.
      if (delays && !signal) {
        delays.push(ms)
        setImmediate(() => clock.advance(ms))
      }
      return clock.sleep(ms, signal)
    },
  }
  server = await startService({ clock: impatient, trustedProxies: 1 })
}

async function login(username: string, pass: string, network: string) {
  delays = []
  const from = { 'x-forwarded-for': network }
  const body = { username, pass }
  const answer = await server.request('POST', `${apiPrefix}/auth/getToken`, body, from)
  const { status, headers } = answer
  const retryAfter = Number(headers.get('retry-after'))
  const delay = Math.max(0, ...delays)
  delays = undefined
  return { status, retryAfter, code: answer.body.code, delay }
}

/** Guesses the password of a user, each time from another network. */
async function guess(username: string, times: number) {
  const answers: Awaited<ReturnType<typeof login>>[] = []
  for (let at = 0; at < times; at++)
    answers.push(await login(username, `guess ${at}`, `10.9.0.${at}`))
  return answers
}

const shown = (answers: readonly { code: string; delay: number }[]) =>
  answers.map(({ code, delay }) => `${code} ${delay}`)

test('guessing one user from many networks slows down and stops, and does not lock the user out', async () => {
  await start()
  expect((await login('ana', server.pass, '192.0.2.7')).status).toBe(200)
  const known = await guess('ana', 23)
  expect(shown(known.slice(0, 10))).toEqual([
    ...Array(5).fill('bad_credentials 0'),
    ...loginDelays.map((ms) => `bad_credentials ${ms}`),
  ])
  expect(known[19]).toMatchObject({ code: 'bad_credentials', delay: 2000 })
  expect(known.slice(20).map(({ code }) => code)).toEqual(Array(3).fill('rate_limited'))
  expect(known.at(-1)?.retryAfter).toBeGreaterThan(0)
  // Another spelling of the name is the same user.
  expect((await login('ANA', 'guess', '10.9.1.1')).code).toBe('rate_limited')
  expect(shown(await guess('unknown-user', 23))).toEqual(shown(known))

  expect(await login('ana', server.pass, '192.0.2.7')).toMatchObject({ status: 200, delay: 0 })
  expect((await server.api('GET', '/users/me')).status).toBe(200)
  clock.advance(15 * 60_000)
  expect((await login('ana', server.pass, '198.51.100.9')).status).toBe(200)
})

test('a right password uses up no limit', async () => {
  await start()
  for (const network of ['10.8.0.1', '10.8.0.2']) {
    expect((await login('ana', server.pass, network)).status).toBe(200)
  }
  const counters = await server.service.db.selectFrom('counters').selectAll().execute()
  const ofUser = counters.filter(({ key, count }) => key.endsWith(' ana') && count > 0)
  expect(ofUser).toEqual([])
})

test('many right logins at once from new networks do not lock the user out', async () => {
  await start()
  delays = []
  const body = { username: 'ana', pass: server.pass }
  const logins = Array.from({ length: 30 }, (_, host) =>
    server.request('POST', `${apiPrefix}/auth/getToken`, body, {
      'x-forwarded-for': `10.7.0.${host}`,
    }),
  )
  const statuses = (await Promise.all(logins)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20)
  expect(await login('ana', server.pass, '10.7.1.1')).toMatchObject({ status: 200, delay: 0 })
})
