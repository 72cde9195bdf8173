import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

/** Four ways to be gone for good. */
const gone = ['left', 'complained', 'removed', 'erased'] as const
type Gone = (typeof gone)[number]

const emailOf = (who: Gone) => `${who}@correo.example`
const everybody = gone.map((who) => ({ email: emailOf(who) }))

let lists = 0

/** A list that each of them was on. */
async function listWithout(): Promise<{ id: number; publicId: string }> {
  const { id } = (await server.api('POST', '/lists', { name: `List ${++lists}` })).body
  await server.api('POST', `/lists/${id}/contacts`, { contacts: everybody })
  const path = (who: Gone) => `/lists/${id}/contacts/${emailOf(who)}`
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
  const { xsidOf } = await import('../../src/service/subscription/xsid-of.ts')
  const xsid = xsidOf(server.service.secrets.sids, {
    contactId: contact.id,
    listId: list,
    campaignId: null,
  })
  const { status } = await server.api('DELETE', `/subscription/${xsid}?spam=1`)
  expect(status).toBe(200)
}

/** Who is on the list, and how; to be active there is to have been revived. */
async function statesOf(list: number): Promise<Record<string, string>> {
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  return Object.fromEntries(
    body.map(({ email, status }: { email: string; status: string }) => [email, status]),
  )
}

const stillGone = {
  [emailOf('left')]: 'unsubscribed',
  [emailOf('complained')]: 'complained',
}

test('one who is added keeps their state, and is refused where only the suppression is left', async () => {
  const { id } = await listWithout()
  const answers: Record<string, unknown> = {}
  for (const who of gone) {
    const { status, body } = await server.api('POST', `/lists/${id}/contacts`, {
      email: emailOf(who),
    })
    answers[who] = [status, status === 200 ? body.status : body.errors[0].code]
  }
  expect(answers).toEqual({
    left: [200, 'unsubscribed'],
    complained: [200, 'complained'],
    removed: [422, 'suppressed'],
    erased: [422, 'suppressed'],
  })
  expect(await statesOf(id)).toEqual(stillGone)
})

test('a batch revives nobody, in whichever mode', async () => {
  const { id } = await listWithout()
  const counts: Record<string, unknown> = {}
  for (const mode of ['upsert', 'insert', 'skip']) {
    const { body } = await server.api('POST', `/lists/${id}/contacts`, {
      contacts: everybody,
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
  expect(await statesOf(id)).toEqual(stillGone)
})

test('an edit by address neither writes them anew nor makes them active', async () => {
  const { id } = await listWithout()
  const put = async (who: Gone, body: object) =>
    (await server.api('PUT', `/lists/${id}/contacts/${emailOf(who)}`, body)).status
  for (const who of gone) {
    const isThere = who === 'left' || who === 'complained'
    expect(await put(who, { nombre: 'Ana' })).toBe(isThere ? 200 : 422)
    expect(await put(who, { status: 'active' })).toBe(isThere ? 409 : 422)
  }
  await server.api('POST', `/lists/${id}/contacts`, { email: 'new@correo.example' })
  const renamed = await server.api('PUT', `/lists/${id}/contacts/new@correo.example`, {
    email: emailOf('removed'),
  })
  expect(renamed.status).toBe(422)
  expect(await statesOf(id)).toEqual({ ...stillGone, 'new@correo.example': 'active' })
})

test('a bulk move or copy from a list where they are active skips every one of them', async () => {
  const { id } = await listWithout()
  const other = (await server.api('POST', '/lists', { name: `List ${++lists}` })).body.id
  await server.api('POST', `/lists/${other}/contacts`, { contacts: everybody })
  expect(new Set(Object.values(await statesOf(other)))).toEqual(new Set(['active']))
  for (const action of ['copy', 'move']) {
    const { body } = await server.api('POST', `/lists/${other}/contacts/bulk`, {
      action,
      to_list_id: id,
      filter: {},
    })
    expect(body).toEqual({ ok: true, done: 0, skipped: 4 })
  }
  expect(await statesOf(id)).toEqual(stillGone)
})

test('who is moved away and back is gone still', async () => {
  const { id } = await listWithout()
  const other = (await server.api('POST', '/lists', { name: `List ${++lists}` })).body.id
  for (const [from, to] of [
    [id, other],
    [other, id],
  ]) {
    await server.api('POST', `/lists/${from}/contacts/bulk`, {
      action: 'move',
      to_list_id: to,
      filter: {},
    })
    // The suppression went along: removed and added there, they are refused there too.
    const path = `/lists/${to}/contacts/${emailOf('left')}`
    expect((await server.api('GET', `${path}?export=gdpr`)).body.suppressed ?? true).toBe(true)
  }
  const states = { ...(await statesOf(id)), ...(await statesOf(other)) }
  expect(states).toEqual(stillGone)
})

test('the service’s import revives nobody, in whichever mode', async () => {
  const { id } = await listWithout()
  const csv = `email,nombre\n${everybody.map(({ email }) => `${email},Ana\n`).join('')}`
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

test('an import from the command line revives nobody', async () => {
  const { id } = await listWithout()
  const file = join(newFolder(), 'people.csv')
  writeFileSync(file, `email\n${everybody.map(({ email }) => `${email}\n`).join('')}`)
  const cli = remite(server)
  for (const mode of ['upsert', 'insert', 'skip']) {
    const { code, stdout } = await cli(
      ...['lists', 'import', file, '--list', String(id), '--mode', mode, '--json'],
    )
    expect([mode, code, JSON.parse(stdout).created]).toEqual([mode, 9, 0])
  }
  expect(await statesOf(id)).toEqual(stillGone)
})

test('a public form answers every one of them alike, and at most asks by mail', async () => {
  const { id, publicId } = await listWithout()
  for (const who of gone) {
    const { status, body } = await server.request('POST', '/v3/api/public/subscribe', {
      list_id: publicId,
      email: emailOf(who),
    })
    expect([who, status, body]).toEqual([who, 200, { success: true }])
  }
  const states = await statesOf(id)
  expect(states).toMatchObject(stillGone)
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
