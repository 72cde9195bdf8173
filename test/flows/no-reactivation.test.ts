import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSender } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
})
afterAll(() => server.close())

/** The four ways in which a contact opts out permanently. */
const optouts = ['left', 'complained', 'removed', 'erased'] as const
type Optout = (typeof optouts)[number]

let lists = 0
/** A complaint or an erasure counts for the whole account, so each list has people of its own. */
let round = 0

const emailOf = (optout: Optout) => `${optout}${round}@correo.example`
const everybody = () => optouts.map((optout) => ({ email: emailOf(optout) }))

/** Creates a list from which contacts have opted out in all four ways. */
async function listWithout(): Promise<{ id: number; publicId: string }> {
  round++
  const { id } = (await server.api('POST', '/lists', { name: `List ${++lists}` })).body
  await server.api('POST', `/lists/${id}/contacts`, { contacts: everybody() })
  const path = (optout: Optout) => `/lists/${id}/contacts/${emailOf(optout)}`
  await server.api('PUT', path('left'), { status: 'unsubscribed' })
  await server.api('PUT', path('removed'), { status: 'unsubscribed' })
  await server.api('DELETE', path('removed'))
  await server.api('DELETE', `${path('erased')}?erase=1`)
  await complain(id)
  const { public_id: publicId } = (await server.api('GET', `/lists/${id}`)).body
  return { id, publicId }
}

async function complain(list: number): Promise<void> {
  const contact = await server.service.db
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', list)
    .where('email', '=', emailOf('complained'))
    .executeTakeFirstOrThrow()
  const { subscriberXsid: xsidOf } = await import(
    '../../src/service/subscription/subscriber-xsid.ts'
  )
  const xsid = xsidOf(server.service.secrets.sids, {
    contactId: contact.id,
    listId: list,
    campaignId: null,
  })
  const { status } = await server.api('DELETE', `/subscription/${xsid}?spam=1`)
  expect(status).toBe(200)
}

/** Returns the status of each contact on the list. None of them may be active. */
async function statesOf(list: number): Promise<Record<string, string>> {
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  return Object.fromEntries(
    body.map(({ email, status }: { email: string; status: string }) => [email, status]),
  )
}

const stillGone = () => ({
  [emailOf('left')]: 'unsubscribed',
  [emailOf('complained')]: 'complained',
})

test('adding a contact keeps its status, and is refused where only the suppression is left', async () => {
  const { id } = await listWithout()
  const answers: Record<string, unknown> = {}
  for (const optout of optouts) {
    const { status, body } = await server.api('POST', `/lists/${id}/contacts`, {
      email: emailOf(optout),
    })
    answers[optout] = [status, status === 200 ? body.status : body.errors[0].code]
  }
  expect(answers).toEqual({
    left: [200, 'unsubscribed'],
    complained: [200, 'complained'],
    removed: [422, 'suppressed'],
    erased: [422, 'suppressed'],
  })
  expect(await statesOf(id)).toEqual(stillGone())
})

test('a batch reactivates nobody, in any mode', async () => {
  const { id } = await listWithout()
  const counts: Record<string, unknown> = {}
  for (const mode of ['upsert', 'insert', 'skip']) {
    const { body } = await server.api('POST', `/lists/${id}/contacts`, {
      contacts: everybody(),
      mode,
    })
    const codes = body.errors.map(({ code }: { code: string }) => code)
    counts[mode] = [body.created, body.updated, body.skipped, codes]
  }
  expect(counts).toEqual({
    upsert: [0, 2, 0, ['suppressed', 'suppressed']],
    insert: [0, 0, 0, ['duplicate', 'duplicate', 'suppressed', 'suppressed']],
    skip: [0, 0, 2, ['suppressed', 'suppressed']],
  })
  expect(await statesOf(id)).toEqual(stillGone())
})

test('an update by address neither recreates nor reactivates them', async () => {
  const { id } = await listWithout()
  const put = async (optout: Optout, body: object) =>
    (await server.api('PUT', `/lists/${id}/contacts/${emailOf(optout)}`, body)).status
  for (const optout of optouts) {
    const isThere = optout === 'left' || optout === 'complained'
    expect(await put(optout, { nombre: 'Ana' })).toBe(isThere ? 200 : 422)
    expect(await put(optout, { status: 'active' })).toBe(isThere ? 409 : 422)
  }
  await server.api('POST', `/lists/${id}/contacts`, { email: 'new@correo.example' })
  const renamed = await server.api('PUT', `/lists/${id}/contacts/new@correo.example`, {
    email: emailOf('removed'),
  })
  expect(renamed.status).toBe(422)
  expect(await statesOf(id)).toEqual({ ...stillGone(), 'new@correo.example': 'active' })
})

test('a bulk move or copy from a list where they are active skips every one of them', async () => {
  const { id } = await listWithout()
  const otherList = (await server.api('POST', '/lists', { name: `List ${++lists}` })).body.id
  await server.api('POST', `/lists/${otherList}/contacts`, { contacts: everybody() })
  const active = { [emailOf('left')]: 'active', [emailOf('removed')]: 'active' }
  expect(await statesOf(otherList)).toEqual(active)
  for (const action of ['copy', 'move']) {
    const { body } = await server.api('POST', `/lists/${otherList}/contacts/bulk`, {
      action,
      to_list_id: id,
      filter: {},
    })
    expect(body).toEqual({ ok: true, done: 0, skipped: 2 })
  }
  expect(await statesOf(id)).toEqual(stillGone())
})

test('moving a contact away and back does not reactivate it', async () => {
  const { id } = await listWithout()
  const otherList = (await server.api('POST', '/lists', { name: `List ${++lists}` })).body.id
  for (const [from, to] of [
    [id, otherList],
    [otherList, id],
  ]) {
    await server.api('POST', `/lists/${from}/contacts/bulk`, {
      action: 'move',
      to_list_id: to,
      filter: {},
    })
    // The suppression was copied to the other list, so the contact cannot be added there again either.
    const path = `/lists/${to}/contacts/${emailOf('left')}`
    expect((await server.api('GET', `${path}?export=gdpr`)).body.suppressed ?? true).toBe(true)
  }
  const states = { ...(await statesOf(id)), ...(await statesOf(otherList)) }
  expect(states).toEqual(stillGone())
})

test('an import by the service reactivates nobody, in any mode', async () => {
  const { id } = await listWithout()
  const csv = `email,nombre\n${everybody()
    .map(({ email }) => `${email},Ana\n`)
    .join('')}`
  for (const mode of ['upsert', 'insert', 'skip', 'suppress']) {
    const sent = await jobsAt(server).send(id, csv, `?mode=${mode}`)
    expect(sent.status).toBe(202)
    await runJobs(server)
    const job = await jobsAt(server).get(id, sent.body.job_id)
    expect([mode, job.status]).toEqual([mode, 'done'])
    const states = Object.values(await statesOf(id))
    expect([mode, states.filter((state) => state === 'active')]).toEqual([mode, []])
  }
})

test('an import from the command line reactivates nobody', async () => {
  const { id } = await listWithout()
  const file = join(newFolder(), 'people.csv')
  writeFileSync(
    file,
    `email\n${everybody()
      .map(({ email }) => `${email}\n`)
      .join('')}`,
  )
  const cli = remite(server)
  for (const mode of ['upsert', 'insert', 'skip']) {
    const { code, stdout } = await cli(
      ...['lists', 'import', file, '--list', String(id), '--mode', mode, '--json'],
    )
    expect([mode, code, JSON.parse(stdout).created]).toEqual([mode, 9, 0])
  }
  expect(await statesOf(id)).toEqual(stillGone())
})

test('a public form responds the same for every one of them and at most sends a mail', async () => {
  const { id, publicId } = await listWithout()
  for (const optout of optouts) {
    const { status, body } = await server.request('POST', '/v3/api/public/subscribe', {
      list_id: publicId,
      email: emailOf(optout),
    })
    expect([optout, status, body]).toEqual([optout, 200, { success: true }])
  }
  const states = await statesOf(id)
  expect(states).toMatchObject(stillGone())
  expect(Object.values(states)).not.toContain('active')
  const mails = await server.service.db
    .selectFrom('messages')
    .select('to_mail')
    .where('kind', '=', 'optin')
    .execute()
  expect(mails.map(({ to_mail }) => to_mail).sort()).toEqual([
    emailOf('erased'),
    emailOf('left'),
    emailOf('removed'),
  ])
})

test('a public form sends no mail to a subscriber whose address is closed to other lists only', async () => {
  const { id } = (await server.api('POST', '/lists', { name: `List ${++lists}` })).body
  const { public_id: publicId } = (await server.api('GET', `/lists/${id}`)).body
  const email = 'subscriber@correo.example'
  await server.api('POST', `/lists/${id}/contacts`, { email })
  const closed = { email, type: 'unsubscribe', scope: 'new_subscriptions' }
  expect((await server.api('POST', '/suppressions', { suppressions: [closed] })).status).toBe(200)
  const form = { list_id: publicId, email }
  expect((await server.request('POST', '/v3/api/public/subscribe', form)).status).toBe(200)
  const mails = await server.service.db
    .selectFrom('messages')
    .select('id')
    .where('to_mail', '=', email)
    .execute()
  expect(mails).toEqual([])
})
