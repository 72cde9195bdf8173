import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resolver } from '../../src/service/resolver.ts'
import { setContactStatus } from '../support/database/contact-rows.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

const failing = (code: string) => Object.assign(new Error(code), { code })

/** The DNS records of each domain. No other domain exists. */
const zones: Record<string, { mx?: string[]; addresses?: string[]; code?: string }> = {
  'correo.example': { mx: ['mx.correo.example'] },
  'gmail.com': { mx: ['mx.google.example'] },
  'outlook.com': { mx: ['mx.outlook.example'] },
  'hostonly.example': { addresses: ['192.0.2.7'] },
  'nullmx.example': { mx: [''], addresses: ['192.0.2.8'] },
  'empty.example': {},
  'silent.example': { code: 'ETIMEOUT' },
  'broken.example': { code: 'ESERVFAIL' },
}
const lookups: string[] = []

const answer = (name: string, kind: 'mx' | 'addresses'): string[] => {
  const zone = zones[name]
  if (!zone) throw failing('ENOTFOUND')
  if (zone.code) throw failing(zone.code)
  const found = zone[kind]
  if (!found) throw failing('ENODATA')
  return found
}
const resolver: Resolver = {
  txt: async () => [],
  async mx(name) {
    lookups.push(name)
    return answer(name, 'mx')
  },
  addresses: async (name) => answer(name, 'addresses'),
}

let server: TestService
beforeAll(async () => {
  server = await startService({ resolver })
})
afterAll(() => server.close())

let lists = 0

/** Adds a few contacts one after the other, so that the first is the oldest, and many at once. */
async function listOf(...emails: string[]): Promise<number> {
  const { body } = await server.api('POST', '/lists', { name: `List ${++lists}` })
  const size = emails.length > 20 ? 5000 : 1
  for (let from = 0; from < emails.length; from += size) {
    const contacts = emails.slice(from, from + size).map((email) => ({ email }))
    const { body: added } = await server.api('POST', `/lists/${body.id}/contacts`, { contacts })
    expect(added.errors).toEqual([])
  }
  return body.id
}

const start = async (list: number, body: object): Promise<number> => {
  const answered = await server.api('POST', `/lists/${list}/clean`, body)
  expect(answered.status).toBe(202)
  return answered.body.job_id
}

async function clean(list: number, body: object) {
  const job = await start(list, body)
  await runJobs(server)
  const shown = await jobsAt(server).get(list, job)
  return { ...shown, errors: await jobsAt(server).errors(list, job) }
}

const emailsOf = async (list: number, status = ''): Promise<string[]> =>
  (
    await server.api('GET', `/lists/${list}/contacts?limit=500${status && `&status=${status}`}`)
  ).body.map(({ email }: { email: string }) => email)

/** Inserts a sent message and an optional open, as delivery would. */
async function sent(list: number, email: string, at: number, opened?: number): Promise<void> {
  const { db } = server.service
  const { body } = await server.api('GET', `/lists/${list}/contacts/${email}`)
  await db
    .insertInto('recipients')
    .values({
      account_id: server.accountId,
      campaign_id: 1,
      address_key: email,
      visit: at,
      contact_id: body.id,
      state: 'sent',
      claim: null,
      attempts: 1,
      response: null,
      sent_at: at,
      opened_at: opened ?? null,
      clicked_at: null,
    })
    .execute()
  if (opened === undefined) return
  await db.updateTable('contacts').set({ last_open_at: opened }).where('id', '=', body.id).execute()
}

test('a report counts the findings of each check, names the contacts, and changes nothing', async () => {
  const list = await listOf(
    'ana@correo.example',
    'Info+x@correo.example',
    'eva@mailinator.com',
    'leo@nowhere.example',
  )
  const job = await clean(list, { checks: ['mx', 'role', 'disposable', 'syntax'] })
  expect(job).toMatchObject({
    kind: 'clean',
    status: 'done',
    total: 4,
    processed: 4,
    updated: 0,
    failed: 3,
    found: { mx: 2, role: 1, disposable: 1 },
  })
  expect(job.errors).toContain('leo@nowhere.example')
  expect(job.errors).toContain('no_mail_host')
  expect(job.errors).toContain('role_address')
  expect(job.errors).not.toContain('ana@correo.example')
  expect(await emailsOf(list, 'active')).toHaveLength(4)
})

test('a domain without mail servers is bad, and one whose DNS does not answer is unknown', async () => {
  const names = ['hostonly', 'nullmx', 'empty', 'silent', 'broken', 'missing']
  const list = await listOf(...names.map((name) => `ana@${name}.example`))
  const job = await clean(list, { checks: ['mx'], action: 'delete' })
  expect(job.found).toEqual({ mx: 3, mx_unknown: 2 })
  expect(await emailsOf(list)).toEqual([
    'ana@hostonly.example',
    'ana@silent.example',
    'ana@broken.example',
  ])
})

test('a domain is looked up once, however many contacts it has', async () => {
  zones['once.example'] = { mx: ['mx.once.example'] }
  const emails = Array.from({ length: 700 }, (_, n) => `p${n}@once.example`)
  await clean(await listOf(...emails), { checks: ['mx'] })
  expect(lookups.filter((name) => name === 'once.example')).toHaveLength(1)
})

test('disposable domains include their subdomains, and free mail is not disposable', async () => {
  const list = await listOf('a@mailinator.com', 'b@sub.mailinator.com', 'c@gmail.com')
  await clean(list, { checks: ['disposable'], action: 'delete' })
  expect(await emailsOf(list)).toEqual(['c@gmail.com'])
})

test('unsubscribed findings appear in history, suppressions and events as the owner’s doing', async () => {
  const list = await listOf('info@correo.example', 'ana@correo.example')
  const job = await clean(list, { checks: ['role'], action: 'unsubscribe' })
  expect(job).toMatchObject({ updated: 1, found: { role: 1 } })
  const { body } = await server.api(
    'GET',
    `/lists/${list}/contacts/info@correo.example?export=gdpr`,
  )
  expect(body).toMatchObject({
    status: 'unsubscribed',
    suppressed: true,
    history: expect.arrayContaining([
      expect.objectContaining({ type: 'unsubscribe', detail: 'cleaned' }),
    ]),
  })
  expect(await emailsOf(list, 'active')).toEqual(['ana@correo.example'])
  const again = await clean(list, { checks: ['role'], action: 'delete' })
  expect(again.found).toEqual({})
})

test('inactive means mailed that long ago without an open or click since', async () => {
  const people = ['never', 'opened', 'unsent', 'recent', 'long-ago'].map(
    (name) => `${name}@correo.example`,
  )
  const list = await listOf(...people)
  const now = server.service.clock.now()
  await server.service.db
    .updateTable('contacts')
    .set({ created_at: now - 200 * dayMs })
    .where('list_id', '=', list)
    .execute()
  await sent(list, 'never@correo.example', now - 120 * dayMs)
  await sent(list, 'opened@correo.example', now - 120 * dayMs, now - 20 * dayMs)
  await sent(list, 'recent@correo.example', now - 5 * dayMs)
  await sent(list, 'long-ago@correo.example', now - 190 * dayMs, now - 180 * dayMs)
  await server.api('POST', `/lists/${list}/contacts`, { email: 'new@correo.example' })
  await clean(list, { checks: ['inactive'], inactive_days: 90, action: 'delete' })
  expect(await emailsOf(list)).toEqual([
    'opened@correo.example',
    'unsent@correo.example',
    'recent@correo.example',
    'new@correo.example',
  ])
})

test('hard-bounced addresses are found, and unsubscribed contacts are not checked', async () => {
  const list = await listOf('bounced@correo.example', 'left@nowhere.example', 'info@correo.example')
  await setContactStatus(server.service.db, 'bounced', sql`email = 'bounced@correo.example'`)
  await server.api('PUT', `/lists/${list}/contacts/left@nowhere.example`, {
    status: 'unsubscribed',
  })
  const job = await clean(list, { checks: ['hard_bounce', 'mx'], action: 'delete' })
  expect(job).toMatchObject({ total: 2, found: { hard_bounce: 1 }, updated: 1 })
  expect(await emailsOf(list)).toEqual(['left@nowhere.example', 'info@correo.example'])
})

test('of one mailbox the most active contact stays, else the oldest, by its provider’s rules', async () => {
  const list = await listOf(
    'ana.ruiz@gmail.com',
    'anaruiz+news@googlemail.com',
    'ANARUIZ@gmail.com',
    'eva@outlook.com',
    'eva+a@outlook.com',
    'e.va@outlook.com',
    'leo@correo.example',
    'leo+a@correo.example',
  )
  await sent(list, 'anaruiz+news@googlemail.com', 1000, server.service.clock.now())
  const job = await clean(list, { checks: ['duplicates'], action: 'delete' })
  expect(job.found).toEqual({ duplicates: 3 })
  expect(await emailsOf(list)).toEqual([
    'anaruiz+news@googlemail.com',
    'eva@outlook.com',
    'e.va@outlook.com',
    'leo@correo.example',
    'leo+a@correo.example',
  ])
})

test('an interrupted cleaning continues after its last slice and counts each contact once', async () => {
  const emails = Array.from(
    { length: 1300 },
    (_, n) => `p${n}@${n % 2 ? 'correo' : 'gone'}.example`,
  )
  const list = await listOf(...emails)
  const job = await start(list, { checks: ['mx'], action: 'unsubscribe' })
  const stop = new AbortController()
  const { service } = server
  const { wake } = service
  service.wake = () => stop.abort()
  await runJobs(server, stop.signal)
  service.wake = wake
  const broken = await jobsAt(server).get(list, job)
  expect(broken).toMatchObject({ status: 'waiting', processed: 500 })
  await runJobs(server)
  expect(await jobsAt(server).get(list, job)).toMatchObject({
    status: 'done',
    processed: 1300,
    updated: 650,
    found: { mx: 650 },
  })
})

test('contacts that changed between check and action are left alone', async () => {
  const list = await listOf('ana@slow.example')
  const job = await start(list, { checks: ['mx'], action: 'delete' })
  const { mx } = resolver
  resolver.mx = async (name) => {
    await server.api('PUT', `/lists/${list}/contacts/ana@slow.example`, {
      email: 'ana@correo.example',
    })
    return mx(name)
  }
  await runJobs(server)
  resolver.mx = mx
  expect(await jobsAt(server).get(list, job)).toMatchObject({ found: {}, updated: 0, skipped: 1 })
  expect(await emailsOf(list)).toEqual(['ana@correo.example'])
})

test('cleaning another account’s list or an unknown check is refused', async () => {
  const list = await listOf('ana@correo.example')
  const otherAccount = await server.other()
  const path = `/lists/${list}/clean`
  expect((await otherAccount.api('POST', path, { checks: ['mx'] })).status).toBe(404)
  const refused = await server.api('POST', path, { checks: ['smell'] })
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'not_a_choice'])
  expect((await server.api('POST', path, { checks: [] })).status).toBe(422)
})

test('the command shows findings by check and asks before it acts', async () => {
  const cli = remite(server)
  const list = String(await listOf('info@correo.example', 'ana@correo.example'))
  const args = ['lists', 'clean', list, '--check', 'role', '--check', 'syntax']
  const waiting = cli.with({ terminal: { columns: 80 }, env: { NO_COLOR: '1' } })(...args, '--wait')
  await waitFor(async () => (await server.api('GET', `/lists/${list}/jobs`)).body.length === 1)
  await runJobs(server)
  const shown = await waiting
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/role\W+1/)])
  const refused = await cli(...args, '--action', 'delete')
  expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('at most 2')])
  const late = await cli(...args, '--wait', '--wait-timeout', '0s', '--again', '-o', 'json')
  expect(late.code).toBe(8)
})
