import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSender } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  await addSender(server)
  cli = remite(server)
})
afterAll(() => server.close())

let names = 0
async function newList(more: object = {}): Promise<number> {
  const { body } = await server.api('POST', '/lists', { name: `list ${++names}`, ...more })
  return body.id
}

const add = async (list: number, contacts: object[], more: object = {}) =>
  (await server.api('POST', `/lists/${list}/contacts`, { contacts, ...more })).body

function newFile(content: string, name = 'people.csv'): string {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

/** The statuses of a list by the name before the `@`. */
async function statuses(list: number): Promise<Record<string, string>> {
  const { body } = await server.api('GET', `/lists/${list}/contacts?limit=500`)
  return Object.fromEntries(
    body.map(({ email, status }: { email: string; status: string }) => [
      email.split('@')[0],
      status,
    ]),
  )
}

async function suppressionsOf(list: number, name: string): Promise<object[]> {
  const { body } = await server.api('GET', `/lists/${list}/suppressions?limit=500`)
  return body
    .filter(({ email }: { email: string }) => email?.startsWith(`${name}@`))
    .map(({ type, list_id, reason }: { type: string; list_id: number | null; reason: string }) => ({
      type,
      list_id,
      reason,
    }))
}

async function upload(list: number, body: string, query = '', type = 'text/csv') {
  const response = await fetch(`${server.url}/lists/${list}/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': type },
    body,
  })
  const { job_id } = (await response.json()) as { job_id: number }
  await runJobs(server)
  return (await server.api('GET', `/lists/${list}/jobs/${job_id}`)).body
}

const words = [
  'email;estado;fecha de baja;motivo',
  'a@w.example;Suscrito;;',
  'b@w.example;Dado de baja;01/02/2026;demasiados correos',
  'c@w.example;Rebotado;;',
  'd@w.example;Queja de spam;;',
  'e@w.example;pendiente;;',
  'f@w.example;blacklisted;;',
  'g@w.example;;2026-02-01;',
  'h@w.example;archivado;;',
].join('\n')

const expected = {
  a: 'active',
  b: 'unsubscribed',
  c: 'bounced',
  d: 'complained',
  e: 'unconfirmed',
  f: 'unsubscribed',
  g: 'unsubscribed',
}

test('a file keeps the statuses of its rows, in the words of any tool', async () => {
  const list = await newList()
  const result = await cli('lists', 'import', newFile(words), '--list', String(list), '--json')
  expect(await statuses(list)).toEqual(expected)
  expect(result.stderr).toContain('estado → status')
  expect(result.stderr).toContain(
    'Kept with their status, and not mailed: 2 unsubscribed, 1 complained, 1 bounced, 1 suppressed, 1 unconfirmed',
  )
  const { rows, created, rejected, kept } = result.json()
  expect({ rows, created, rejected, kept }).toEqual({
    rows: 8,
    created: 7,
    rejected: 1,
    kept: { unsubscribed: 2, complained: 1, bounced: 1, suppressed: 1, unconfirmed: 1 },
  })
  expect(result.code).toBe(9)
  expect(await suppressionsOf(list, 'b')).toEqual([
    { type: 'unsubscribe', list_id: list, reason: 'demasiados correos' },
  ])
  expect(await suppressionsOf(list, 'c')).toMatchObject([{ type: 'bounce', list_id: null }])
  expect(await suppressionsOf(list, 'd')).toMatchObject([{ type: 'complaint', list_id: null }])
  expect(await suppressionsOf(list, 'f')).toMatchObject([{ type: 'unsubscribe', list_id: null }])
})

test('an upload keeps them too, and a dry run counts them', async () => {
  const list = await newList()
  const file = words.replaceAll('@w.', '@upload.')
  const kept = { unsubscribed: 2, complained: 1, bounced: 1, suppressed: 1, unconfirmed: 1 }
  const rehearsed = await upload(list, file, '?dry_run=1')
  expect(rehearsed.found).toMatchObject(kept)
  expect(await statuses(list)).toEqual({})
  const dry = await cli(
    ...['lists', 'import', newFile(file), '--create', 'New', '--dry-run', '--json'],
  )
  expect(dry.json()).toMatchObject({ dry_run: true, kept })
  const job = await upload(list, file)
  expect(job).toMatchObject({ created: 7, failed: 1, found: kept })
  expect(await statuses(list)).toEqual(expected)
})

test('NDJSON is uploaded too, and its rejects come back as CSV', async () => {
  const list = await newList()
  const lines = [
    { email: 'ana@lines.example', status: 'bounced', tags: ['a'] },
    { email: 'eva@lines.example', status: 'archived' },
  ]
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const job = await upload(list, text, '', 'application/x-ndjson')
  expect(job).toMatchObject({ status: 'done', created: 1, failed: 1, found: { bounced: 1 } })
  const errors = await server.api('GET', `/lists/${list}/jobs/${job.id}/errors`)
  expect(errors.body).toMatch(/eva@lines\.example;archived;;2;unknown_status;/)
})

test('an unknown status makes its row invalid, and --map leaves the column out', async () => {
  const list = await newList()
  const file = newFile('email,Estado\nana@map.example,Jalisco\neva@map.example,activo\n')
  const refused = await cli('lists', 'import', file, '--list', String(list))
  expect(refused.code).toBe(9)
  expect(await statuses(list)).toEqual({ eva: 'active' })
  const byApi = await add(list, [{ email: 'ana@map.example', status: 'Jalisco' }])
  expect(byApi.errors).toMatchObject([{ code: 'unknown_status', field: 'status' }])
  expect(byApi.errors[0].message).toContain('unsubscribed')
  await cli('lists', 'import', file, '--list', String(list), '--map', 'Estado=-')
  expect(await statuses(list)).toEqual({ ana: 'active', eva: 'active' })
})

test('a custom field of the list comes before a status column', async () => {
  const list = await newList()
  await server.api('POST', `/lists/${list}/fields`, { name: 'Estado', type: 'text' })
  const file = newFile('email,Estado\nana@field.example,baja\n')
  await cli('lists', 'import', file, '--list', String(list))
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  expect(body).toMatchObject([{ status: 'active', customFields: [{ value: 'baja' }] }])
})

test('an opt-out in a file applies to a contact, unless they confirmed after it', async () => {
  const [list, other] = [await newList(), await newList()]
  for (const each of [list, other]) {
    await add(
      each,
      ['left', 'back', 'dead', 'spam'].map((name) => ({ email: `${name}@known.example` })),
    )
  }
  await server.service.db
    .updateTable('contacts')
    .set({ confirmed_at: Date.parse('2026-03-01') })
    .where('email', '=', 'back@known.example')
    .execute()
  const rows = [
    { email: 'left@known.example', status: 'unsubscribed' },
    {
      email: 'back@known.example',
      status: 'unsubscribed',
      unsubscribed_at: '2026-01-01T00:00:00Z',
    },
    { email: 'dead@known.example', status: 'cleaned' },
    { email: 'spam@known.example', status: 'spam' },
  ]
  expect(await add(list, rows, { mode: 'skip' })).toMatchObject({ skipped: 4, errors: [] })
  const here = { left: 'unsubscribed', back: 'active', dead: 'bounced', spam: 'complained' }
  expect(await statuses(list)).toEqual(here)
  expect(await statuses(other)).toEqual({ ...here, left: 'active' })
  const history = await server.api('GET', `/lists/${list}/contacts/left@known.example/history`)
  expect(history.body).toMatchObject([{ type: 'unsubscribe', detail: 'import' }, {}])
})

test('no row lifts an opt-out, in whatever order and mode they come', async () => {
  const list = await newList()
  const email = 'ana@order.example'
  await add(list, [
    { email, status: 'unsubscribed' },
    { email, status: 'active' },
  ])
  expect(await statuses(list)).toEqual({ ana: 'unsubscribed' })
  for (const mode of ['upsert', 'skip', 'insert']) {
    await add(list, [{ email, status: 'active', confirmed_at: '2026-01-01T00:00:00Z' }], { mode })
  }
  expect(await statuses(list)).toEqual({ ana: 'unsubscribed' })
  for (const mode of ['upsert', 'skip']) {
    const repeated = await newList()
    const rows = ['email,status', 'eva@order.example,active', 'eva@order.example,active']
    const csv = [...rows, 'eva@order.example,unsubscribed', 'eva@order.example,active'].join('\n')
    await cli('lists', 'import', newFile(csv), '--list', String(repeated), '--mode', mode)
    expect(await statuses(repeated)).toEqual({ eva: 'unsubscribed' })
    const uploaded = await newList()
    await upload(uploaded, csv, `?mode=${mode}`)
    expect(await statuses(uploaded)).toEqual({ eva: 'unsubscribed' })
  }
})

test('an erased person stays erased, whatever the row says', async () => {
  const list = await newList()
  await add(list, [{ email: 'gone@erased.example' }])
  await server.api('DELETE', `/lists/${list}/contacts/gone@erased.example?erase=1`)
  const other = await newList()
  const { errors } = await add(other, [{ email: 'gone@erased.example', status: 'unsubscribed' }])
  expect(errors).toMatchObject([{ code: 'suppressed' }])
  expect(await statuses(other)).toEqual({})
  await upload(other, 'email\ngone@erased.example\n', '?mode=suppress')
  expect(await suppressionsOf(other, 'gone')).toEqual([])
})

test('pending rows get no opt-in mail by themselves, and no opt-out gets one', async () => {
  const list = await newList({ double_optin: true })
  const before = await countMails()
  await add(list, [
    { email: 'pending@optin.example', status: 'pending' },
    { email: 'left@optin.example', status: 'baja' },
    { email: 'dead@optin.example', status: 'bounced' },
  ])
  expect(await countMails()).toBe(before)
  await add(list, [{ email: 'new@optin.example', status: 'subscribed' }])
  expect(await countMails()).toBe(before + 1)
  expect(await statuses(list)).toEqual({
    pending: 'unconfirmed',
    left: 'unsubscribed',
    dead: 'bounced',
    new: 'unconfirmed',
  })
})

async function countMails(): Promise<number> {
  const rows = await server.service.db.selectFrom('messages').select('id').execute()
  return rows.length
}

test('dates are kept, and none is in the future', async () => {
  const list = await newList()
  await add(list, [
    {
      email: 'ana@dates.example',
      created_at: '2024-05-06T07:08:09Z',
      confirmed_at: '2024-05-07T00:00:00Z',
    },
    { email: 'eva@dates.example', status: 'unsubscribed', unsubscribed_at: '2999-01-01T00:00:00Z' },
  ])
  const ana = await server.api('GET', `/lists/${list}/contacts/ana@dates.example`)
  expect(ana.body).toMatchObject({
    status: 'active',
    created_at: '2024-05-06T07:08:09.000Z',
    confirmed_at: '2024-05-07T00:00:00.000Z',
  })
  const eva = await server.api('GET', `/lists/${list}/contacts/eva@dates.example?export=gdpr`)
  expect(Date.parse(eva.body.unsubscribed_at)).toBeLessThan(Date.parse('2999-01-01'))
  const { errors } = await add(list, [{ email: 'leo@dates.example', confirmed_at: 'May' }])
  expect(errors).toMatchObject([{ code: 'bad_time', field: 'confirmed_at' }])
})

test('the files of a Mailchimp export are imported as they are', async () => {
  const list = await newList()
  const files = [
    'Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,LAST_CHANGED,TAGS\nana@chimp.example,Ana,2021-02-03 10:00:00,2021-02-03 10:05:00,2021-02-03 10:05:00,\n',
    'Email Address,First Name,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON\neva@chimp.example,Eva,2021-02-03 10:00:00,2022-01-01 00:00:00,NORMAL\n',
    'Email Address,First Name,OPTIN_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_ID\nleo@chimp.example,Leo,2021-02-03 10:00:00,2022-01-01 00:00:00,4f\n',
  ]
  for (const file of files) {
    expect((await cli('lists', 'import', newFile(file), '--list', String(list))).code).toBe(0)
  }
  expect(await statuses(list)).toEqual({ ana: 'active', eva: 'unsubscribed', leo: 'bounced' })
  const eva = await server.api('GET', `/lists/${list}/contacts/eva@chimp.example?export=gdpr`)
  expect(eva.body).toMatchObject({ unsubscribed_at: '2022-01-01T00:00:00.000Z' })
})

test('columns of yes and no are read, as other tools write them', async () => {
  const list = await newList()
  const csv = [
    'EMAIL;EMAIL_BLACKLISTED;unsubscribed',
    'ana@yes.example;false;0',
    'eva@yes.example;true;0',
    'leo@yes.example;no;yes',
  ].join('\n')
  await cli('lists', 'import', newFile(csv), '--list', String(list))
  expect(await statuses(list)).toEqual({ ana: 'active', eva: 'unsubscribed', leo: 'unsubscribed' })
})

test('a server that cannot keep statuses receives only the contacts to be mailed', async () => {
  const foreign = await startForeignServer()
  try {
    const elsewhere = remite({ url: foreign.url, token: 'header.payload.signature' })
    const csv = [
      'email,status,created_at',
      'ana@foreign.example,active,2024-01-01',
      'eva@foreign.example,unsubscribed,2024-01-01',
      'leo@foreign.example,pending,2024-01-01',
    ].join('\n')
    const file = newFile(csv)
    const result = await elsewhere('lists', 'import', file, '--list', '12', '--json')
    const sent = foreign.requests.filter(({ path }) => path === '/lists/12/contacts')
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ email: 'ana@foreign.example' }])
    expect(result.code).toBe(9)
    expect(result.json()).toMatchObject({ rows: 3, created: 1, rejected: 2 })
  } finally {
    await foreign.close()
  }
})
