import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

let names = 0
async function newList(emails: readonly string[] = [], more: object = {}): Promise<number> {
  const { body } = await server.api('POST', '/lists', { name: `list ${++names}`, ...more })
  const contacts = emails.map((email) => ({ email }))
  if (contacts.length > 0) await server.api('POST', `/lists/${body.id}/contacts`, { contacts })
  return body.id
}

const suppress = async (row: object, list?: number) =>
  server.api('POST', list === undefined ? '/suppressions' : `/suppressions?list_id=${list}`, row)

const lift = async (email: string, more: object = {}) =>
  server.api('POST', '/suppressions/lift', { email, reason: 'a mistake', ...more })

async function statusOf(list: number, email: string): Promise<string> {
  return (await server.api('GET', `/lists/${list}/contacts/${email}`)).body.status
}

async function addCode(list: number, email: string): Promise<string> {
  const answer = await server.api('POST', `/lists/${list}/contacts`, { email })
  return answer.status === 200 ? 'ok' : answer.body.errors[0].code
}

function newFile(content: string, name = 'blocklist.csv'): string {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

test('an address is suppressed for the account or for one list, and lifted with a reason', async () => {
  const email = 'ana@verbs.example'
  const [list, other] = [await newList([email]), await newList()]
  const added = await cli('contacts', 'suppressions', 'add', email, '--reason', 'asked', '--json')
  expect(added.json()).toMatchObject({ added: 1, unchanged: 0, contacts: 0, errors: [] })
  expect(await statusOf(list, email)).toBe('active')
  expect(await addCode(other, email)).toBe('suppressed')
  const listed = await cli('contacts', 'suppressions', 'list', '--email', email, '--json')
  expect(listed.json().data).toMatchObject([
    { email, type: 'manual', reason: 'asked', list_id: null, scope: 'account' },
  ])
  const without = await cli('contacts', 'suppressions', 'remove', email)
  expect(without.code).toBe(2)
  const lifted = await cli(
    ...['contacts', 'suppressions', 'remove', email, '--reason', 'asked again', '--json'],
  )
  expect(lifted.json()).toEqual({ ok: true, lifted: 1, contacts: 0 })
  expect(await addCode(other, email)).toBe('ok')
  const history = await server.api('GET', `/lists/${list}/contacts/${email}/history?type=lifted`)
  expect(history.body).toMatchObject([{ type: 'lifted', detail: 'manual: asked again' }])
  const kept = await server.service.db
    .selectFrom('lifted_suppressions')
    .selectAll()
    .where('email_key', '=', email)
    .execute()
  expect(kept).toMatchObject([
    { type: 'manual', reason: 'asked', lifted_reason: 'asked again', lifted_by: server.accountId },
  ])
  await cli('contacts', 'suppressions', 'add', email, '--list', String(other))
  expect((await lift(email)).status).toBe(404)
  expect((await lift(email, { list_id: other })).body).toMatchObject({ lifted: 1 })
})

test('only the person takes back an unsubscribe, a complaint or an erasure', async () => {
  const list = await newList(['erased@final.example'])
  for (const type of ['unsubscribe', 'complaint']) {
    await suppress({ email: `${type}@final.example`, type })
    const { status, body } = await lift(`${type}@final.example`)
    expect([status, body.errors]).toMatchObject([422, [{ code: 'only_the_person' }]])
    expect(body.errors[0].message).toMatch(/^Only the person can lift this/)
  }
  await server.api('DELETE', `/lists/${list}/contacts/erased@final.example?erase=1`)
  expect((await lift('erased@final.example')).status).toBe(422)
  const spanish = await cli(
    ...['contacts', 'suppressions', 'remove', 'complaint@final.example', '--reason', 'x'],
    ...['--lang', 'es'],
  )
  expect(spanish.code).not.toBe(0)
  expect((await lift('nobody@final.example')).status).toBe(404)
})

test('a bounce applies to all lists, and lifting it sets contacts back to what they were', async () => {
  const email = 'eva@bounce.example'
  const single = await newList([email])
  const double = await newList([email], { double_optin: true })
  const left = await newList([email])
  await server.api('PUT', `/lists/${left}/contacts/${email}`, { status: 'unsubscribed' })
  const { body } = await suppress({ email, type: 'bounce', reason: '550 5.1.1' }, single)
  expect(body).toMatchObject({ added: 1, contacts: 2 })
  expect([await statusOf(single, email), await statusOf(double, email)]).toEqual([
    'bounced',
    'bounced',
  ])
  const active = await server.api('PUT', `/lists/${single}/contacts/${email}`, { status: 'active' })
  expect(active.status).toBe(422)
  expect((await lift(email)).body).toEqual({ ok: true, lifted: 1, contacts: 2 })
  expect([
    await statusOf(single, email),
    await statusOf(double, email),
    await statusOf(left, email),
  ]).toEqual(['active', 'unconfirmed', 'unsubscribed'])
})

test('a lifted bounce makes no contact active while the account has a complaint', async () => {
  const email = 'eva@verbs.example'
  const list = await newList()
  await suppress({ suppressions: [{ email, type: 'complaint' }] })
  const bounced = { email, status: 'bounced' }
  await server.api('POST', `/lists/${list}/contacts`, { contacts: [bounced] })
  await suppress({ suppressions: [{ email, type: 'bounce', scope: 'new_subscriptions' }] })
  expect((await lift(email)).body).toMatchObject({ lifted: 1 })
  expect(await statusOf(list, email)).toBe('unsubscribed')
})

test('a batch suppresses each address for its own reason, and reports what is wrong', async () => {
  const rows = ['unsubscribe', 'bounce', 'complaint', 'manual'].map((type) => ({
    email: `${type}@batch.example`,
    type,
  }))
  const list = await newList(rows.map(({ email }) => email))
  const answer = await suppress({ suppressions: [...rows, { email: 'nobody' }] })
  expect(answer.body).toMatchObject({
    added: 4,
    unchanged: 0,
    contacts: 3,
    errors: [{ index: 4, email: 'nobody', code: 'bad_email' }],
  })
  const again = await suppress({ suppressions: rows })
  expect(again.body).toMatchObject({ added: 0, unchanged: 4, contacts: 0 })
  const statuses = await Promise.all(rows.map(({ email }) => statusOf(list, email)))
  expect(statuses).toEqual(['unsubscribed', 'bounced', 'complained', 'active'])
  // A weaker reason does not replace a stronger one.
  await suppress({ email: 'complaint@batch.example', type: 'manual' })
  expect((await lift('complaint@batch.example')).status).toBe(422)
})

test('blocklists of other tools are imported as they are', async () => {
  const list = await newList(['u@tools.example', 'c@tools.example', 'b@tools.example'])
  const files: [content: string, types: object][] = [
    [
      'Email Address,First Name,UNSUB_TIME,UNSUB_REASON\nu@tools.example,U,2026-01-01 10:00:00,NORMAL\n',
      { unsubscribe: 1 },
    ],
    ['Email Address,First Name,CLEAN_TIME\nc@tools.example,C,2026-01-01 10:00:00\n', { bounce: 1 }],
    ['EMAIL;NOMBRE\nb@tools.example;B\n', { manual: 1 }],
    [
      'email,reason,blockedAt\ns@tools.example,contactFlaggedAsSpam,2026-01-01\nh@tools.example,hardBounce,2026-01-01\n',
      { complaint: 1, bounce: 1 },
    ],
  ]
  for (const [content, types] of files) {
    const file = newFile(content)
    const dry = await cli('contacts', 'suppressions', 'import', file, '--dry-run', '--json')
    expect(dry.json()).toMatchObject({ dry_run: true, types, added: 0 })
    const result = await cli('contacts', 'suppressions', 'import', file, '--json')
    expect([result.code, result.json()]).toMatchObject([0, { types, rejected: 0 }])
  }
  expect(await statusOf(list, 'u@tools.example')).toBe('unsubscribed')
  expect(await statusOf(list, 'c@tools.example')).toBe('bounced')
  expect((await lift('b@tools.example')).body).toMatchObject({ lifted: 1 })
})

test('people who are subscribed are skipped, and invalid rows are rejected', async () => {
  const file = newFile(
    'email,status\na@mixed.example,subscribed\nb@mixed.example,cleaned\nnobody,cleaned\n',
  )
  const dry = await cli('contacts', 'suppressions', 'import', file, '--dry-run', '--json')
  expect([dry.code, dry.json().rejects]).toMatchObject([0, [{ line: 4, value: 'nobody' }]])
  expect(dry.stderr).toContain('would be rejected: 1 of 3')
  const result = await cli('contacts', 'suppressions', 'import', file, '--json')
  expect(result.code).toBe(9)
  const counts = { rows: 3, added: 1, skipped: 1, rejected: 1 }
  expect(result.json()).toMatchObject(counts)
  expect(readFileSync(result.json().rejects_file, 'utf8')).toMatch(/nobody,cleaned,4,bad_email/)
})

test('an export of the account is imported into another one with the same types', async () => {
  const limits = { monthly_sends: 0, contacts_max: 100, ai_generations: 0, rate_per_hour: 100_000 }
  const user = async () => {
    const { token } = await addUser(server, { parent: server.accountId, limits })
    return remite({ url: server.url, token })
  }
  const [first, second] = [await user(), await user()]
  const rows = [
    'email,type,scope,reason',
    'a@moved.example,bounce,account,"550, gone"',
    'b@moved.example,complaint,account,',
    'c@moved.example,unsubscribe,new_subscriptions,=1+1',
    'd@moved.example,manual,account,"por ""teléfono"""',
  ]
  await first('contacts', 'suppressions', 'import', newFile(rows.join('\n')))
  const file = join(newFolder(), 'all.csv')
  expect((await first('contacts', 'suppressions', 'export', '--file', file)).code).toBe(0)
  expect((await second('contacts', 'suppressions', 'import', file)).code).toBe(0)
  const shown = async (run: typeof first) => {
    const { stdout } = await run('contacts', 'suppressions', 'list', '--all', '--json')
    return JSON.parse(stdout).data.map(
      ({ email, type, scope, reason }: Record<string, string>) =>
        `${email} ${type} ${scope} ${reason}`,
    )
  }
  const expected = await shown(first)
  expect(expected).toHaveLength(4)
  expect((await shown(second)).sort()).toEqual(expected.sort())
})

test('a server without this feature gets no request for it', async () => {
  const foreign = await startForeignServer()
  try {
    const elsewhere = remite({ url: foreign.url, token: 'header.payload.signature' })
    const result = await elsewhere('contacts', 'suppressions', 'add', 'ana@example.org')
    expect(result.code).toBe(14)
    expect(foreign.requests.filter(({ path }) => path.startsWith('/suppressions'))).toEqual([])
  } finally {
    await foreign.close()
  }
})
