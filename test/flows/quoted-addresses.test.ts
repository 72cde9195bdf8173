import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPrefix } from '../../src/service/app.ts'
import { sendForm } from '../support/browser/pages.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

/** Standard addresses that no browser accepts. The second is a spelling of `ana@example.org`. */
const quoted = ['"a b"@example.org', '"ana"@example.org', '"x@y"@example.org']

let server: TestService
let list: number
let sender: string
beforeAll(async () => {
  server = await startService()
  sender = await addSender(server)
  list = await addList(server, ['ana@example.org'])
})
afterAll(() => server.close())

const emailsOn = async (id: number): Promise<string[]> =>
  (await server.api('GET', `/lists/${id}/contacts?limit=500`)).body.map(
    ({ email }: { email: string }) => email,
  )

test('the API takes no quoted local part, wherever an address is entered', async () => {
  const shown = (await server.api('GET', `/lists/${list}`)).body
  const { body: draft } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { from_mail: sender, draft: true }),
  )
  const contact = `/lists/${list}/contacts/ana@example.org`
  for (const email of quoted.slice(0, 2)) {
    const account = { username: 'eva', pass: 'a long password', email }
    const tries: [string, string, object][] = [
      ['POST', `/lists/${list}/contacts`, { email }],
      ['PUT', contact, { email }],
      ['PUT', `/lists/${list}/contacts/${encodeURIComponent(email)}`, { nombre: 'Eva' }],
      ['POST', '/public/subscribe', { list_id: shown.public_id, email }],
      ['POST', '/public/unsubscribe', { list_id: shown.public_id, email }],
      ['POST', '/senders', { from_name: 'Eva', from_mail: email }],
      ['POST', '/users', account],
      ['POST', '/users/signup', account],
      ['PUT', '/users/me', { email }],
      ['POST', '/lists', { name: 'new', from_mail: email }],
      ['PUT', `/lists/${list}`, { from_mail: email }],
      ['POST', '/campaigns', campaignOf(list, { from_mail: email, draft: true })],
      ['PUT', `/campaigns/${draft.id}`, { reply_to: email }],
      ['POST', `/campaigns/${draft.id}/test`, { emails: [email] }],
    ]
    for (const [method, path, body] of tries) {
      const answer = await server.api(method, path, body)
      const codes = answer.body.errors?.map(({ code }: { code: string }) => code)
      expect([method, path, answer.status, codes]).toEqual([method, path, 422, ['bad_email']])
    }
  }
  const rows = { contacts: [...quoted, 'luz@example.org'].map((email) => ({ email })) }
  const { body } = await server.api('POST', `/lists/${list}/contacts`, rows)
  expect(body).toMatchObject({ created: 1, errors: quoted.map((email) => ({ email })) })
  expect(await emailsOn(list)).toEqual(['ana@example.org', 'luz@example.org'])
})

test('the form of a list says that the address is not valid', async () => {
  const { form_url } = (await server.api('GET', `/lists/${list}`)).body
  const path = new URL(form_url).pathname
  for (const email of quoted) {
    const answer = await sendForm(server, path, { email })
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.stringContaining('field-email-error'),
    ])
  }
})

test('an import rejects the rows, with their line and reason', async () => {
  const id = await addList(server, [])
  const csv = ['email,nombre', 'eva@example.org,Eva', ...quoted.map(inCsv)].join('\n')
  const file = join(newFolder(), 'people.csv')
  writeFileSync(file, csv)
  const cli = remite(server)
  const run = await cli('lists', 'import', file, '--list', String(id), '--json')
  expect(run.json()).toMatchObject({ created: 1, rejected: quoted.length })
  const written = readFileSync(file.replace('.csv', '.rejects.csv'), 'utf8')
  expect(written.match(/,\d+,bad_email,/g)).toEqual([3, 4, 5].map((line) => `,${line},bad_email,`))

  const sent = await server.request('POST', `${apiPrefix}/lists/${id}/import`, csv, {
    authorization: `Bearer ${server.token}`,
    'content-type': 'text/csv',
  })
  await runJobs(server)
  const rejects = await jobsAt(server).errors(id, sent.body.job_id)
  expect(rejects.match(/bad_email/g)).toHaveLength(quoted.length)
  expect(await emailsOn(id)).toEqual(['eva@example.org'])
})

const inCsv = (email: string): string => `"${email.replaceAll('"', '""')}",x`

describe('a contact that an earlier version stored', () => {
  test('is read, found, changed, exported and deleted as any other', async () => {
    const id = await addList(server, [...quoted, 'eva@example.org'])
    for (const email of quoted) {
      const path = `/lists/${id}/contacts`
      const named = `${path}/${encodeURIComponent(email)}`
      const { body: contact } = await server.api('GET', named)
      expect(contact).toMatchObject({ email, status: 'active' })
      const search = await server.api('GET', `/search?q=${encodeURIComponent(email)}`)
      expect(search.status).toBe(200)
      const edited = await server.api('PUT', `${path}/${contact.id}`, { nombre: 'Renamed' })
      expect(edited.status).toBe(200)
      expect((await server.api('GET', named)).body.nombre).toBe('Renamed')
      expect((await server.api('DELETE', named)).status).toBe(200)
    }
    expect(await emailsOn(id)).toEqual(['eva@example.org'])
  })

  test('gets another address, or is deleted with others by its address', async () => {
    const id = await addList(server, quoted)
    const path = `/lists/${id}/contacts`
    const { body: contact } = await server.api(
      'GET',
      `${path}/${encodeURIComponent(quoted[0] ?? '')}`,
    )
    const moved = await server.api('PUT', `${path}/${contact.id}`, { email: 'ab@example.org' })
    expect(moved.status).toBe(200)
    await server.api('POST', `${path}/bulk`, { action: 'delete', contacts: quoted.slice(1) })
    await runJobs(server)
    expect(await emailsOn(id)).toEqual(['ab@example.org'])
  })

  test('is named by the check of the list', async () => {
    const id = await addList(server, [...quoted, 'eva@example.org'])
    const { body } = await server.api('POST', `/lists/${id}/clean`, { checks: ['syntax'] })
    await runJobs(server)
    const found = await jobsAt(server).errors(id, body.job_id)
    for (const email of quoted) expect(found).toContain(email.replaceAll('"', '""'))
    expect(found.match(/bad_address/g)).toHaveLength(quoted.length)
    expect(found).not.toContain('eva@example.org')
  })
})
