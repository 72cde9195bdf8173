import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  suppressAccount,
  unsubscribeFromEverything,
} from '../../src/service/contacts/consent/account-consent.ts'
import { complain } from '../../src/service/contacts/consent/unsubscribe.ts'
import { recordBounce } from '../../src/service/contacts/suppression/record-bounce.ts'
import { connectOverHttp } from '../support/assistant.ts'
import { linearGraph, startAutomation } from '../support/automations/automations.ts'
import { sendForm } from '../support/browser/pages.ts'
import { addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { jobsAt } from '../support/jobs.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'
import { workbookOf } from '../support/workbook.ts'

/** The ways in which a person says no to the whole account, or is kept from all of its mail. */
const refusals = ['complained', 'dead', 'erased', 'everything', 'blocked'] as const

const clock = testClock()
let sink: Sink
let server: TestService
const api: TestService['api'] = (...call) => server.api(...call)

const domain = 'correo.example'
const refused = refusals.map((refusal) => `${refusal}@${domain}`)

/** The lists that the people were on before they said no. */
let before: number[]
let lists = 0

const newList = async (more: object = {}): Promise<{ id: number; publicId: string }> => {
  const { body } = await api('POST', '/lists', { name: `Lista ${++lists}`, ...more })
  const { public_id: publicId } = (await api('GET', `/lists/${body.id}`)).body
  return { id: body.id, publicId }
}

const contactOn = (list: number, email: string) =>
  server.service.db
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', list)
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow()

const inTransaction: TestService['service']['db']['transaction'] = () =>
  server.service.db.transaction()

/** Lets a message to a contact bounce because the address does not exist. */
async function bounce(list: number, email: string, mailed = email): Promise<void> {
  const { db } = server.service
  const now = clock.now()
  const row = { account_id: server.accountId, campaign_id: 999_999, address_key: mailed, visit: 0 }
  const { id: contact_id } = await contactOn(list, email)
  const { id: recipientId } = await db
    .insertInto('recipients')
    .values({
      ...{ ...row, contact_id, state: 'sent', attempts: 1 },
      sent_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refusal = { type: 'hard', kind: 'user_not_found', countsAgainstContact: true } as const
  await inTransaction().execute((tx) =>
    recordBounce(tx, { recipientId, refusal, diagnostic: '', now }),
  )
}

/** Everybody says no on the first list. On the second one they stay as they are. */
async function refuseAll(list: number): Promise<void> {
  const { accountId } = server
  const [complained = '', dead = '', erased = '', everything = '', blocked = ''] = refused
  const { id: contactId } = await contactOn(list, complained)
  const at = { accountId, campaignId: null, reason: '', now: clock.now() }
  const personOf = (email: string) => ({ ...at, emailKey: email, email })
  await inTransaction().execute((tx) => complain(tx, { ...at, contactId }))
  await bounce(list, dead)
  await api('DELETE', `/lists/${list}/contacts/${erased}?erase=1`)
  await inTransaction().execute((tx) => unsubscribeFromEverything(tx, personOf(everything)))
  await inTransaction().execute((tx) =>
    suppressAccount(tx, { ...personOf(blocked), type: 'manual' }),
  )
}

beforeAll(async () => {
  sink = await startSink()
  server = await startService({ clock, workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
  before = [(await newList()).id, (await newList()).id]
  for (const list of before) {
    await api('POST', `/lists/${list}/contacts`, { contacts: refused.map((email) => ({ email })) })
  }
  clock.advance(1000)
  await refuseAll(before[0] ?? 0)
  clock.advance(1000)
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

/** The addresses that a campaign to all lists of the account would reach. */
async function mailable(account = server.accountId): Promise<string[]> {
  const { rows } = await sql<{ email_key: string }>`
    select distinct email_key from contacts where account_id = ${account} and status = 'active'
      and not exists (
        select 1 from suppressions s where s.account_id = contacts.account_id
          and s.email_key = contacts.email_key and s.list_id in (0, contacts.list_id)
      )
  `.execute(server.service.db)
  return rows.map(({ email_key }) => email_key).sort()
}

const statusesOn = async (list: number): Promise<Record<string, string>> => {
  const { body } = await api('GET', `/lists/${list}/contacts?limit=500`)
  return Object.fromEntries(
    body.map(({ email, status }: { email: string; status: string }) => [
      email.replace(`@${domain}`, ''),
      status,
    ]),
  )
}

test('a no counts on every list at once, with its history', async () => {
  const others = { complained: 'complained', dead: 'bounced', everything: 'unsubscribed' }
  for (const list of before) {
    expect(await statusesOn(list)).toEqual({ ...others, blocked: 'active' })
  }
  const [, other = 0] = before
  const historyOf = async (name: string) => {
    const path = `/lists/${other}/contacts/${name}@${domain}/history`
    return (await api('GET', path)).body.map(({ type }: { type: string }) => type)
  }
  expect(await historyOf('complained')).toEqual(['complaint', 'unsubscribe', 'added'])
  expect(await historyOf('dead')).toEqual(['bounce', 'added'])
  expect(await historyOf('everything')).toEqual(['unsubscribe', 'added'])
  expect(await mailable()).toEqual([])
})

async function untilSent(campaign: number): Promise<void> {
  await waitFor(async () => {
    clock.advance(1000)
    server.service.wake()
    return (await api('GET', `/campaigns/${campaign}`)).body.status === 'sent'
  })
}

/** The recipients of the messages whose subject begins so. */
const mailedBy = (subject: string): string[] =>
  sink
    .messages()
    .filter(({ raw }) => raw.includes(`Subject: ${subject}`))
    .flatMap(({ to }) => to)

async function untilMailed(subject: string, count: number): Promise<string[]> {
  await waitFor(() => {
    clock.advance(1000)
    server.service.wake()
    return mailedBy(subject).length === count
  })
  return mailedBy(subject)
}

async function untilTested(campaign: number): Promise<void> {
  await waitFor(async () => {
    server.service.wake()
    const { body } = await api('GET', `/campaigns/${campaign}`)
    return body.status === 'ab_testing'
  })
}

const csvOf = (emails: readonly string[]) => `email\n${emails.join('\n')}\n`

function fileOf(name: string, content: string | Buffer): string {
  const file = join(newFolder(), name)
  writeFileSync(file, content)
  return file
}

const xlsxOf = (emails: readonly string[]): Promise<Buffer> => {
  const cells = ['email', ...emails].map(
    (text, index) =>
      `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`,
  )
  return workbookOf({ sheets: { Hoja: cells.join('') } })
}

interface Target {
  list: number
  publicId: string
  /** Those who said no, and one person who did not. */
  emails: readonly string[]
  control: string
}

const batch = (target: Target, more: object = {}) =>
  api('POST', `/lists/${target.list}/contacts`, {
    contacts: target.emails.map((email) => ({ email })),
    ...more,
  })

const upload = async ({ list }: Target, content: string | Buffer, type = 'text/csv') => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': type }
  const sent = await fetch(`${server.url}/lists/${list}/import`, {
    ...{ method: 'POST', headers },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  })
  const { job_id: job } = (await sent.json()) as { job_id: number }
  await untilEnded(list, job)
}

async function untilEnded(list: number, job: number): Promise<void> {
  await waitFor(async () => {
    server.service.wake()
    return (await jobsAt(server).get(list, job)).finished_at !== null
  })
}

/** The people on a list of their own, where the control is active. */
async function sourceOf({ control }: Target): Promise<number> {
  const [, other = 0] = before
  await api('POST', `/lists/${other}/contacts`, { email: control })
  return other
}

const transfer = async (target: Target, action: 'copy' | 'move') => {
  const source = await sourceOf(target)
  await api('POST', `/lists/${source}/contacts/bulk`, {
    ...{ action, to_list_id: target.list, contacts: target.emails },
  })
}

const routes: Record<string, (target: Target) => Promise<unknown>> = {
  'adding one contact': async ({ list, emails }) => {
    for (const email of emails) await api('POST', `/lists/${list}/contacts`, { email })
  },
  'a batch that updates': (target) => batch(target, { mode: 'upsert' }),
  'a batch that inserts': (target) => batch(target, { mode: 'insert' }),
  'a batch that skips': (target) => batch(target, { mode: 'skip' }),
  'an update by address': async ({ list, emails }) => {
    for (const email of emails)
      await api('PUT', `/lists/${list}/contacts/${email}`, { nombre: 'A' })
  },
  'an update to active': async ({ list, emails }) => {
    for (const id of [...before, list]) {
      for (const email of emails) {
        await api('PUT', `/lists/${id}/contacts/${email}`, { status: 'active' })
      }
    }
  },
  'a change of address': async ({ list, emails }) => {
    for (const [index, email] of emails.entries()) {
      const name = `before${index}-${list}@${domain}`
      await api('POST', `/lists/${list}/contacts`, { email: name })
      await api('PUT', `/lists/${list}/contacts/${name}`, { email })
      await api('DELETE', `/lists/${list}/contacts/${name}`)
    }
  },
  'an import from the command line': ({ list, emails }) =>
    remite(server)('lists', 'import', fileOf('a.csv', csvOf(emails)), '--list', String(list)),
  'an import into a list that it creates': ({ list, emails }) =>
    remite(server)(
      ...['lists', 'import', fileOf('a.csv', csvOf(emails)), '--create', `Nueva ${list}`],
    ),
  'an import of JSON lines': ({ list, emails }) => {
    const lines = emails.map((email) => JSON.stringify({ email }))
    return remite(server)(
      ...['lists', 'import', fileOf('a.ndjson', lines.join('\n')), '--list', String(list)],
    )
  },
  'an import of a workbook': async ({ list, emails }) =>
    remite(server)(
      ...['lists', 'import', fileOf('a.xlsx', await xlsxOf(emails)), '--list', String(list)],
    ),
  'an uploaded file': (target) => upload(target, csvOf(target.emails)),
  'an uploaded file with a column of statuses': (target) =>
    upload(target, `email,status\n${target.emails.map((email) => `${email},active\n`).join('')}`),
  'a bulk copy': (target) => transfer(target, 'copy'),
  'a bulk move': (target) => transfer(target, 'move'),
  'an automation that adds to a list': async (target) => {
    const source = await sourceOf(target)
    const trigger = { type: 'list_joined', list_id: String(source), existing: true } as const
    const node = { id: 'a', type: 'add_list', config: { list_id: String(target.list) } } as const
    const id = await startAutomation(api, linearGraph(trigger, [node]), `Alta ${target.list}`)
    await waitFor(async () => {
      clock.advance(60_000)
      server.service.wake()
      return target.control.replace(`@${domain}`, '') in (await statusesOn(target.list))
    })
    await api('PUT', `/automations/${id}/stop`, { runs: 'remove' })
  },
  'a form of the API': async ({ publicId, emails }) => {
    for (const email of emails) {
      await server.request('POST', '/v3/api/public/subscribe', { list_id: publicId, email })
    }
  },
  'a form page': async ({ publicId, emails }) => {
    for (const email of emails) await sendForm(server, `/f/${publicId}`, { email })
  },
  'a form, and then the owner': async ({ list, publicId, emails }) => {
    for (const email of emails) {
      await server.request('POST', '/v3/api/public/subscribe', { list_id: publicId, email })
      await api('PUT', `/lists/${list}/contacts/${email}`, { status: 'active' })
      await api('PUT', `/lists/${list}/contacts/${email}`, { resend_optin: true })
      await api('POST', `/lists/${list}/contacts`, { email })
    }
  },
  'a deletion, and adding again': async (target) => {
    const source = await sourceOf(target)
    for (const email of target.emails) {
      await api('DELETE', `/lists/${source}/contacts/${email}`)
      await api('POST', `/lists/${source}/contacts`, { email })
      await api('POST', `/lists/${target.list}/contacts`, { email })
    }
  },
  'a deleted list, and a new one': async (target) => {
    const { id } = await newList()
    await batch({ ...target, list: id })
    await api('DELETE', `/lists/${id}`)
    await batch(target)
  },
  'an erasure, and an import': async (target) => {
    for (const id of before) {
      for (const email of refused) await api('DELETE', `/lists/${id}/contacts/${email}?erase=1`)
    }
    await upload(target, csvOf(target.emails))
  },
  'an assistant': async ({ list, emails }) => {
    const permissions = ['read', 'draft', 'act']
    await api('PUT', '/users/me', { mcp_permissions: permissions })
    const assistant = await connectOverHttp(server)
    const contacts = emails.map((email) => ({ email }))
    const { text } = await assistant.callConfirmed('edit', {
      ...{ what: 'new_contacts', id: list, contacts },
    })
    await assistant.close()
    return text
  },
}

/** Forms ask for a confirmation on these lists, and anyone but a blocked person gets a mail. */
const options: Record<string, object> = { 'a form, and then the owner': { double_optin: true } }

describe('a route to the mail of somebody who said no', () => {
  test.each(Object.keys(routes))('is closed: %s', async (name) => {
    const { id: list, publicId } = await newList(options[name])
    const control = `control${list}@${domain}`
    const answer = await routes[name]?.({ list, publicId, control, emails: [...refused, control] })
    const reached = await mailable()
    expect(reached.filter((email) => refused.includes(email))).toEqual([])
    // The route itself works.
    const known = [...before, list].map((id) => statusesOn(id))
    const seen = Object.assign({}, ...(await Promise.all(known)))
    if (!name.includes('creates'))
      expect([answer, Object.keys(seen)]).toEqual([
        answer,
        expect.arrayContaining([`control${list}`]),
      ])
    else expect(reached).toContain(control)
    // A form does not mail after a complaint or for a blocked address: anyone can type one.
    const asked = await server.service.db
      .selectFrom('messages')
      .select('to_mail')
      .where('to_mail', 'in', [`complained@${domain}`, `blocked@${domain}`])
      .execute()
    expect(asked).toEqual([])
  })

  test('is closed: a test message', async () => {
    const { id: list } = await newList()
    const { body } = await api('POST', '/campaigns', campaignOf(list, { draft: true }))
    for (const email of refused) {
      const { status, body: answer } = await api('POST', `/campaigns/${body.id}/test`, {
        emails: [email],
      })
      expect([email, status, answer.errors?.[0]?.code]).toEqual([email, 422, 'suppressed'])
    }
  })

  test('is closed: a campaign to every list of the account', async () => {
    const { body: all } = await api('GET', '/lists?limit=500')
    const ids = all.map(({ id }: { id: number }) => id)
    const { body: campaign } = await api('POST', '/campaigns', campaignOf(ids))
    await untilSent(campaign.id)
    const reached = mailedBy('Rebajas de enero')
    expect(reached.length).toBeGreaterThan(refused.length)
    expect(reached.filter((email) => refused.includes(email))).toEqual([])
  })

  test('is closed: a resend, a segment and the rest of an A/B test, after a no on another list', async () => {
    const people = Array.from({ length: 8 }, (_, index) => `late${index}@${domain}`)
    const [late = '', later = ''] = people
    const { id: list } = await newList()
    const { id: other } = await newList()
    for (const id of [list, other]) {
      await api('POST', `/lists/${id}/contacts`, { contacts: people.map((email) => ({ email })) })
    }
    const sayNo = async (email: string) => {
      clock.advance(1000)
      const { id: contactId } = await contactOn(other, email)
      const complaint = { accountId: server.accountId, contactId, campaignId: null, reason: '' }
      await inTransaction().execute((tx) => complain(tx, { ...complaint, now: clock.now() }))
    }
    const { body: first } = await api(
      ...(['POST', '/campaigns', campaignOf(list, { asunto: 'Primera', track_reads: 1 })] as const),
    )
    await untilSent(first.id)
    await sayNo(late)
    const { body: again } = await api('POST', `/campaigns/${first.id}/resend`, {
      ...{ to: 'unopened', asunto: 'Otra vez' },
    })
    await api('PUT', `/campaigns/${again.id}/send`)
    await untilSent(again.id)
    expect(mailedBy('Otra vez').sort()).toEqual(people.slice(1))

    const rule = { field: 'email', operator: 'contains', value: 'late' }
    const conditions = { op: 'and', rules: [rule] }
    const { body: segment } = await api('POST', '/segments', {
      ...{ name: 'Tarde', list_id: String(list), conditions },
    })
    expect(segment.id).toEqual(expect.any(Number))
    const ofSegment = { asunto: 'Del segmento', segment_id: segment.id }
    const { body: third } = await api('POST', '/campaigns', campaignOf(list, ofSegment))
    await untilSent(third.id)
    expect(mailedBy('Del segmento').sort()).toEqual(people.slice(1))

    const variants = ['Prueba A', 'Prueba B'].map((asunto) => ({ asunto, html: '<p>Hola</p>' }))
    const ab_test = { variants, share: 50, winner: 'manual' }
    const { body: tested } = await api('POST', '/campaigns', campaignOf(list, { ab_test }))
    const sample = await untilMailed('Prueba', 4)
    const rest = people.slice(1).filter((email) => !sample.includes(email))
    const no = rest.includes(later) ? later : (rest[0] ?? '')
    await sayNo(no)
    await untilTested(tested.id)
    await api('POST', `/campaigns/${tested.id}/ab-winner`, { variant: 'a' })
    await untilSent(tested.id)
    expect(mailedBy('Prueba').sort()).toEqual(people.slice(1).filter((email) => email !== no))
  })

  test('stays open in another account', async () => {
    const other = await server.other()
    const { body } = await other.api('POST', '/lists', { name: 'Ajena' })
    const contacts = refused.map((email) => ({ email }))
    const { body: added } = await other.api('POST', `/lists/${body.id}/contacts`, { contacts })
    expect([added.created, await mailable(other.id)]).toEqual([refused.length, [...refused].sort()])
  })
})

test('a late bounce of an earlier address suppresses that address, and names it', async () => {
  const [earlier, email] = [`earlier@${domain}`, `later@${domain}`]
  const { id } = await newList()
  await api('POST', `/lists/${id}/contacts`, { email: earlier })
  await api('PUT', `/lists/${id}/contacts/${earlier}`, { email })
  await bounce(id, email, earlier)
  expect(await mailable()).toContain(email)
  const ofBoth = [earlier, email].map((each) => api('GET', `/suppressions?email=${each}`))
  const found = (await Promise.all(ofBoth)).flatMap(({ body }) => body)
  expect(found).toMatchObject([{ email: earlier, type: 'bounce', scope: 'account' }])
})
