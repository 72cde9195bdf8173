import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestClock, testClock } from '../support/clock.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { openSession } from '../support/session.ts'
import { waitFor } from '../support/wait.ts'

const hourMs = 3_600_000
const newPass = 'a new long password'

let sink: Sink
let server: TestService
let clock: TestClock
beforeAll(async () => {
  sink = await startSink()
  clock = testClock()
  const settings = { smtpUrl: sink.url, signUp: 'closed', catchesMail: false } as const
  server = await startService({ clock, workers: true, settings })
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]
const forgot = (login: string) => server.request('POST', '/v3/api/auth/forgotPassword', { login })
const reset = (code: string, pass = newPass) =>
  server.request('POST', '/v3/api/auth/resetPassword', { code, pass })
const login = (pass: string) =>
  server.request('POST', '/v3/api/auth/getToken', { username: 'ana', pass })

/** Returns the code and the page of the newest mail, once there are so many. */
async function mailNumber(count: number) {
  await waitFor(() => sink.messages().length >= count)
  const message = sink.messages()[count - 1]
  const { text = '' } = await parseMessage(message?.raw ?? Buffer.alloc(0))
  const code = /^ {4}(rmp_\w+)$/m.exec(text)?.[1] ?? ''
  return { to: message?.to[0], text, code, page: `/reset/${code}` }
}

test('a code that is mailed sets a new password once, and ends all sessions', async () => {
  const { service, accountId } = server
  const token = await openSession(service, accountId)
  const me = () =>
    server.request('GET', '/v3/api/users/me', undefined, { authorization: `Bearer ${token}` })
  expect((await me()).status).toBe(200)
  expect((await forgot('ANA@example.org')).body).toEqual({ ok: true })
  const { to, code, text } = await mailNumber(1)
  expect([to, text.includes(`/reset/${code}`)]).toEqual(['ana@example.org', true])
  const rows = await service.db.selectFrom('password_resets').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)

  expect((await reset(code, 'short')).status).toBe(422)
  expect((await reset(code)).body).toEqual({ ok: true })
  expect((await login(newPass)).status).toBe(200)
  expect((await me()).status).toBe(401)
  expect(codeOf(await reset(code))).toEqual([422, 'reset_refused'])
  const acts = await service.db.selectFrom('audit').select(['act', 'account_id']).execute()
  expect(acts).toContainEqual({ act: 'POST /auth/resetPassword', account_id: accountId })
})

test('the page behind the link sets the password, and is gone after that and after an hour', async () => {
  await forgot('ana')
  const { page } = await mailNumber(2)
  const shown = await server.request('GET', page, undefined, { 'accept-language': 'es' })
  expect([shown.status, shown.body.includes('Contraseña nueva')]).toEqual([200, true])
  expect(shown.body).not.toContain('<script')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const short = await server.request('POST', page, 'pass=short', form)
  expect([short.status, short.body.includes('role="alert"')]).toEqual([422, true])
  const done = await server.request('POST', page, 'pass=another+long+password', form)
  expect([done.status, done.body.includes('ana')]).toEqual([200, true])
  expect((await login('another long password')).status).toBe(200)
  expect((await server.request('GET', page)).status).toBe(404)

  await forgot('ana')
  const late = await mailNumber(3)
  clock.advance(hourMs)
  expect((await server.request('GET', late.page)).status).toBe(404)
  expect(codeOf(await reset(late.code))).toEqual([422, 'reset_refused'])
})

test('a person without the program asks for the mail on a page, which tells nothing either', async () => {
  const type = 'application/x-www-form-urlencoded'
  const ask = (login: string, origin = server.origin) =>
    server.request('POST', '/forgot', new URLSearchParams({ login }).toString(), {
      ...{ 'content-type': type, origin, accept: 'text/html', 'accept-language': 'es' },
    })
  const shown = await server.request('GET', '/forgot', undefined, { 'accept-language': 'es' })
  expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('name="login"')])
  clock.advance(hourMs)
  const before = sink.messages().length
  const known = await ask('ana')
  expect([known.status, (await mailNumber(before + 1)).to]).toEqual([200, 'ana@example.org'])
  const unknown = await ask('nobody@example.org')
  expect([unknown.status, unknown.body]).toEqual([200, known.body])
  expect((await ask(' ')).status).toBe(422)
  expect((await ask('ana', 'https://evil.example')).status).toBe(403)
  expect(sink.messages()).toHaveLength(before + 1)
})

test('whether there is an account shows in no answer and no statement', async () => {
  const queries: string[] = []
  const quiet = await startService({ queries })
  const ask = async (login: string) => {
    const from = queries.length
    const { status, body } = await quiet.request('POST', '/v3/api/auth/forgotPassword', { login })
    return { status, body, statements: queries.slice(from) }
  }
  const sent = () => quiet.service.db.selectFrom('messages').select('kind').execute()
  try {
    await ask('first@example.org')
    const known = await ask('ana')
    expect(known.statements.length).toBeGreaterThan(5)
    expect(await sent()).toEqual([{ kind: 'password_reset' }])
    expect(await ask('nobody@example.org')).toEqual(known)
    const more = await Promise.all(Array.from({ length: 5 }, () => ask('nobody@example.org')))
    expect(more.map(({ status }) => status)).toContain(429)
    expect(await sent()).toHaveLength(1)
  } finally {
    await quiet.close()
  }
})

test('the verbs request a code, and set a password from two lines', async () => {
  clock.advance(24 * hourMs)
  const cli = remite({ url: server.url, token: '' })
  const before = sink.messages().length
  const asked = await cli('auth', 'forgot', 'ana', '-o', 'json')
  expect([asked.code, JSON.parse(asked.stdout)]).toEqual([0, { ok: true }])
  const { code } = await mailNumber(before + 1)
  const done = await cli.with({ stdin: `${code}\nthe third password\n` })(
    ...['auth', 'reset', '--password-stdin', '-o', 'json'],
  )
  expect([done.stderr, done.code, done.stdout]).toEqual(['', 0, '{"ok":true}\n'])
  expect((await login('the third password')).status).toBe(200)
})

test('a new address needs the password, because codes go to it', async () => {
  const token = await openSession(server.service, server.accountId)
  const update = (body: object) =>
    server.request('PUT', '/v3/api/users/me', body, { authorization: `Bearer ${token}` })
  const stolen = await update({ email: 'thief@example.net' })
  expect(stolen.body.errors).toMatchObject([{ field: 'old_pass', code: 'required' }])
  expect((await update({ email: 'ana@example.org' })).status).toBe(200)
  const own = { email: 'new@example.org', old_pass: 'the third password' }
  expect((await update(own)).status).toBe(200)
})
