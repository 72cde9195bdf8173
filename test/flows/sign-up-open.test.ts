import { afterEach, expect, test } from 'vitest'
import {
  codeOf,
  mailTo,
  newAccount,
  sendOne,
  signUp,
  startForSignUp,
} from '../support/access/sign-up.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('the mail of a new account goes to its own inbox, which its owner reads, and nowhere else', async () => {
  const started = await startForSignUp(ends)
  const { server, sink } = started
  const account = await newAccount(started, 'eva')
  await sendOne(account, 'someone@example.net')
  const inbox = async () => (await account.api('GET', '/inbox?to=someone@example.net')).body
  await waitFor(async () => (await inbox()).length === 1)
  const [{ id, subject }] = await inbox()
  expect(subject).toBe('Hola')
  const { body } = await account.api('GET', `/inbox/${id}`)
  expect(body).toMatchObject({
    id,
    to: 'someone@example.net',
    source: expect.stringContaining('DKIM'),
  })
  expect(sink.messages().map(({ to }) => to)).toEqual([['eva@example.org']])

  const other = await newAccount(started, 'nora')
  expect((await other.api('GET', '/inbox')).body).toEqual([])
  expect((await other.api('GET', `/inbox/${id}`)).status).toBe(404)
  expect((await server.request('GET', '/sandbox/inbox')).body).toEqual([])

  const cli = remite({ url: server.url, token: account.token })
  const listed = await cli('sandbox', 'inbox', 'list', '--to', 'someone@example.net', '-o', 'json')
  expect([listed.code, JSON.parse(listed.stdout).data]).toMatchObject([
    0,
    [{ id, subject: 'Hola' }],
  ])
  const opened = await cli('sandbox', 'inbox', 'open', String(id), '-o', 'json')
  expect([opened.code, JSON.parse(opened.stdout)]).toMatchObject([0, { id, subject: 'Hola' }])

  expect((await account.api('GET', '/users/me')).body.sandbox).toBe(true)
  const draft = await account.api('POST', '/campaigns/1/duplicate')
  const plan = await cli('campaigns', 'send', String(draft.body.id), '--dry-run')
  expect([plan.code, plan.stdout + plan.stderr]).toEqual([0, expect.stringContaining('(sandbox)')])

  const email = 'victim@example.org'
  expect(codeOf(await account.api('PUT', '/users/me', { email }))).toEqual([403, 'sandbox_account'])
})

test('an address with an account gets the same answer, and its mail creates nothing', async () => {
  const started = await startForSignUp(ends)
  const { server, sink } = started
  await newAccount(started, 'eva')
  const fresh = await signUp(server, 'nora')
  const known = await signUp(server, 'eva2', { email: 'Eva@example.org' })
  expect([known.status, Object.keys(known.body)]).toEqual([fresh.status, Object.keys(fresh.body)])
  await waitFor(() => sink.messages().filter(({ to }) => to[0] === 'Eva@example.org').length === 1)
  const { subject, path } = await mailTo(sink, 'Eva@example.org')
  expect([subject, path]).toEqual(['You already have an account: eva', ''])
})

test('disposable addresses are refused, and one domain cannot sign up without end', async () => {
  const { server } = await startForSignUp(ends)
  const thrown = await signUp(server, 'bot', { email: 'bot@mailinator.com' })
  expect(thrown.body.errors).toMatchObject([{ field: 'email', code: 'disposable' }])
  const { db, clock } = server.service
  const window_start = clock.now() - (clock.now() % dayMs)
  const counter = { key: 'signup domain many.example', window_start, count: 20 }
  await db.insertInto('counters').values(counter).execute()
  const many = await signUp(server, 'many', { email: 'one@many.example' })
  expect(codeOf(many)).toEqual([429, 'rate_limited'])
  expect((await signUp(server, 'few', { email: 'one@few.example' })).status).toBe(200)
})

test('with an invite one person signs up, before it ends', async () => {
  const { server, clock } = await startForSignUp(ends, 'invite')
  const without = await signUp(server, 'eva')
  expect(without.body.errors).toMatchObject([{ field: 'invite', code: 'required' }])
  const invite = async (days: number) => (await server.api('POST', '/invites', { days })).body.code
  const wrong = await signUp(server, 'eva', { invite: 'rmi_wrong' })
  expect(codeOf(wrong)).toEqual([403, 'invite_refused'])
  const code = await invite(1)
  expect((await signUp(server, 'eva', { invite: code })).status).toBe(200)
  expect(codeOf(await signUp(server, 'nora', { invite: code }))).toEqual([403, 'invite_refused'])
  const cli = remite(server)
  const made = await cli('users', 'invite', '--days', '3', '-o', 'json')
  expect([made.code, JSON.parse(made.stdout).code]).toEqual([0, expect.stringMatching(/^rmi_/)])
  const late = await invite(1)
  clock.advance(dayMs + 1)
  expect(codeOf(await signUp(server, 'late', { invite: late }))).toEqual([403, 'invite_refused'])
  const rows = await server.service.db.selectFrom('invites').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('nobody signs up while a process of an earlier version could send the mail', async () => {
  const { server } = await startForSignUp(ends)
  const older = { id: 'older', started_at: 0, roles: null, last_result_at: 0 }
  const alive_until = Number.MAX_SAFE_INTEGER
  await server.service.db
    .insertInto('processes')
    .values({ ...older, alive_until, relay_down_since: null, relay_response: null })
    .execute()
  expect(codeOf(await signUp(server, 'eva'))).toEqual([503, 'unavailable'])
})
