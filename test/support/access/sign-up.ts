import { expect } from 'vitest'
import type { SignUpMode } from '../../../src/core/sign-up/sign-up-modes.ts'
import { campaignOf } from '../campaign-fixtures.ts'
import { type TestClock, testClock } from '../clock.ts'
import { createPostgres } from '../database/postgres.ts'
import { newFolder } from '../folder.ts'
import { parseMessage, type Sink, startSink } from '../mail/smtp-sink.ts'
import { type Answer, startService, type TestService } from '../service.ts'
import { waitFor } from '../wait.ts'

const pass = 'a long secret of mine'

export interface Started {
  server: TestService
  sink: Sink
  clock: TestClock
  source: string
}

/** Starts a service that mails real people, on a database with an address. */
export async function startForSignUp(
  ends: (() => Promise<unknown>)[],
  signUp: SignUpMode = 'open',
): Promise<Started> {
  const postgresServer = process.env.REMITE_TEST_DATABASE_URL
  const postgres = postgresServer ? await createPostgres(postgresServer) : undefined
  if (postgres) ends.push(() => postgres.drop())
  const source = postgres?.url ?? `${newFolder()}/remite.db`
  const sink = await startSink()
  ends.push(sink.stop)
  const clock = testClock()
  const settings = { smtpUrl: sink.url, signUp, catchesMail: false }
  const server = await startService({ clock, workers: true, file: source, settings })
  ends.push(server.close)
  return { server, sink, clock, source }
}

/** Signs up without a session. */
export const signUp = (server: TestService, username: string, more: object = {}) =>
  server.request('POST', '/v3/api/users/signup', {
    username,
    email: `${username}@example.org`,
    pass,
    ...more,
  })

export const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]

/** Returns the text of the last real mail to an address. */
export async function mailTo(sink: Sink, address: string) {
  const last = () => sink.messages().findLast(({ to }) => to[0] === address)
  await waitFor(() => last() !== undefined)
  const { subject = '', text = '' } = await parseMessage(last()?.raw ?? Buffer.alloc(0))
  return { subject, text, path: /(\/signup\/[\w-]+)/.exec(text)?.[1] ?? '' }
}

/** Signs up and confirms. Returns calls with the session of the new account. */
export async function newAccount({ server, sink }: Started, username: string) {
  expect((await signUp(server, username)).status).toBe(200)
  const { path } = await mailTo(sink, `${username}@example.org`)
  expect((await server.request('POST', path)).status).toBe(200)
  const { token } = (await server.request('POST', '/v3/api/auth/getToken', { username, pass })).body
  const api = (method: string, route: string, body?: unknown) =>
    server.request(method, `/v3/api${route}`, body, { authorization: `Bearer ${token}` })
  return { token, api }
}

type Account = Awaited<ReturnType<typeof newAccount>>

/** Verifies a sender with the code in the inbox, and sends a campaign to one contact. */
export async function sendOne({ api }: Account, to: string) {
  const from_mail = 'ventas@shop.example'
  expect((await api('POST', '/senders', { from_name: 'Shop', from_mail })).status).toBe(200)
  const codes = async () => (await api('GET', `/inbox?to=${from_mail}`)).body
  await waitFor(async () => (await codes()).length > 0)
  const [{ subject }] = await codes()
  const code = /\d{6}/.exec(subject)?.[0]
  expect((await api('POST', '/senders/verify', { from_mail, code })).status).toBe(200)
  const { id: list } = (await api('POST', '/lists', { name: `list of ${to}` })).body
  await api('POST', `/lists/${list}/contacts`, { email: to })
  const draft = campaignOf(list, { from_mail, asunto: 'Hola', draft: true })
  const { body } = await api('POST', '/campaigns', draft)
  expect((await api('PUT', `/campaigns/${body.id}/send`, {})).status).toBe(200)
  return body.id
}
