import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestClock, testClock } from '../support/clock.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

let sink: Sink
let server: TestService
let clock: TestClock
beforeAll(async () => {
  sink = await startSink()
  clock = testClock()
  server = await startService({ clock, workers: true, settings: { smtpUrl: sink.url } })
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]

const pass = 'a long secret of mine'

const signUp = (username: string, more: object = {}) =>
  server.request('POST', '/v3/api/users/signup', {
    username,
    email: `${username}@example.org`,
    pass,
    ...more,
  })

const login = (username: string) =>
  server.request('POST', '/v3/api/auth/getToken', { username, pass })

/** Returns the text of the mail to this address and the path of the page it links to. */
async function mailTo(address: string) {
  const lastMail = () => sink.messages().findLast(({ to }) => to[0] === address)
  await waitFor(() => lastMail() !== undefined)
  const { subject, text = '' } = await parseMessage(lastMail()?.raw ?? Buffer.alloc(0))
  const path = /(\/signup\/[\w-]+)/.exec(text)?.[1] ?? ''
  return { subject, text, path }
}

test('a new user logs in after confirming by mail and can try everything', async () => {
  const { status, body } = await signUp('eva', { language: 'es' })
  expect([status, body]).toEqual([200, { ok: true, id: expect.any(Number) }])
  expect(codeOf(await login('eva'))).toEqual([403, 'not_confirmed'])
  const { subject, path } = await mailTo('eva@example.org')
  expect(subject).toBe('Confirma tu cuenta eva')
  const page = await server.request('GET', path)
  expect([page.status, page.body.includes('eva@example.org')]).toEqual([200, true])
  expect(codeOf(await login('eva'))).toEqual([403, 'not_confirmed'])
  expect((await server.request('POST', path)).status).toBe(200)
  const { token } = (await login('eva')).body
  const me = await server.request('GET', '/v3/api/users/me', undefined, {
    authorization: `Bearer ${token}`,
  })
  expect(me.body).toMatchObject({
    role: 'User',
    status: 'active',
    language: 'es',
    parent_id: server.accountId,
    quota: { plan: 'sandbox', monthly_sends: 1000, contacts_max: 1000 },
  })
  expect((await server.request('POST', path)).status).toBe(404)
})

test('quota is reserved on confirmation only, and an expired link does nothing', async () => {
  const left = async () => (await server.api('GET', '/users/me')).body.quota.contacts_max
  const before = await left()
  await signUp('late')
  const { path } = await mailTo('late@example.org')
  expect(await left()).toBe(before)
  const { body: listed } = await server.api('GET', '/users?status=unconfirmed')
  expect(listed).toMatchObject([{ username: 'late', status: 'unconfirmed' }])
  clock.advance(2 * dayMs)
  expect((await server.request('POST', path)).status).toBe(404)
  clock.advance(1)
  expect((await signUp('late')).status).toBe(200)
})

test('a taken name is refused, and a wrong password is named', async () => {
  expect(codeOf(await signUp('ANA'))).toEqual([409, 'already_exists'])
  const short = await signUp('short', { pass: '1234567' })
  expect(short.body.errors).toMatchObject([{ field: 'pass', code: 'too_short' }])
})

test('sign-up cannot flood a mailbox, and an address cannot sign up hundreds of times', async () => {
  const email = 'victim@example.org'
  const mine = await Promise.all([1, 2, 3, 4].map((n) => signUp(`victim${n}`, { email })))
  expect(mine.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(`many${n}`)))
  expect(many.some(({ status }) => status === 429)).toBe(true)
})

test('sign-up is closed on a service that sends real mail', async () => {
  const closed = await startService({ settings: { signUp: 'closed' } })
  try {
    const answer = await closed.request('POST', '/v3/api/users/signup', {
      ...{ username: 'eva', email: 'eva@example.org', pass },
    })
    expect(codeOf(answer)).toEqual([403, 'sign_up_closed'])
  } finally {
    await closed.close()
  }
})

test('the verb signs up without a session, with the password from standard input', async () => {
  const open = await startService()
  try {
    const cli = remite({ url: open.url, token: '' })
    const args = ['users', 'signup', '--username', 'nora', '--email', 'nora@example.org']
    const result = await cli.with({ stdin: pass })(...args, '--password-stdin', '-o', 'ids')
    expect([result.code, result.stderr]).toEqual([0, ''])
    expect(result.stdout).toMatch(/^\d+\n$/)
    expect((await cli(...args)).code).toBe(2)
  } finally {
    await open.close()
  }
})
