import { once } from 'node:events'
import { statfsSync, writeFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { dayMs } from '../../src/core/time.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { planLimits } from '../../src/service/users/plan-limits.ts'
import { selectStoredBytes } from '../../src/service/users/storage-store.ts'
import { cannotMount, mountSmallDisk } from '../support/database/small-disk.ts'
import { jobsAt } from '../support/jobs.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const megabyte = 1024 * 1024
const { keptBytes, uploadsAtOnce } = planLimits('sandbox')

let server: TestService
let jobs: ReturnType<typeof jobsAt>
let list: number
beforeAll(async () => {
  server = await startService()
  jobs = jobsAt(server)
  list = await jobs.newList('Uploads')
})
afterAll(() => server.close())

/** Lets the account have this much left, as if a large file were waiting for its import. */
async function leave(bytes: number, { service: { db }, accountId } = server): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      account_id: accountId,
      list_id: list,
      kind: 'import',
      status: 'waiting',
      params: '{}',
      progress: '{}',
      claim: null,
      lease_until: 0,
      created_at: 0,
      started_at: null,
      finished_at: null,
      error: null,
      upload_bytes: keptBytes - bytes,
    })
    .execute()
}

beforeEach(async () => {
  const { db } = server.service
  for (const table of ['jobs', 'campaigns', 'campaign_attachments', 'templates'] as const) {
    await db.deleteFrom(table).execute()
  }
})

/** Begins an upload and does not end it. */
async function beginUpload(): Promise<Socket> {
  const socket = createConnection({ port: Number(new URL(server.origin).port) })
  const head = [
    `POST ${apiPrefix}/lists/${list}/import HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${server.token}`,
    'content-type: text/csv',
    'content-length: 1000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\nemail\n`)
  return socket
}

const openUploads = async () =>
  (
    await server.service.db
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'uploading')
      .execute()
  ).length

const file = (bytes: number) => `email\n${'a@example.org\n'.repeat(bytes / 14)}`

const draft = (html: string, more: object = {}) =>
  server.api('POST', '/campaigns', {
    camp_name: 'Draft',
    asunto: 'Hello',
    html,
    from_mail: 'ana@example.org',
    list_id: [String(list)],
    draft: true,
    ...more,
  })

const page = (bytes: number) => `<p>${'x'.repeat(bytes)}</p>`

test('an account uploads a few files at once, and one more is told when to come again', async () => {
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let n = 0; n < uploadsAtOnce; n++) sockets.push(await beginUpload())
  await waitFor(async () => (await openUploads()) === uploadsAtOnce)
  const refused = await jobs.send(list, file(1000))
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_uploads'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body.detail).toContain(`${uploadsAtOnce} uploads`)
  const other = await server.other()
  const theirs = (await other.api('POST', '/lists', { name: 'Theirs' })).body.id
  const headers = { authorization: `Bearer ${other.token}`, 'content-type': 'text/csv' }
  const sent = await server.api('POST', `/lists/${theirs}/import`, file(1000), headers)
  expect(sent.status).toBe(202)
  sockets[0]?.destroy()
  await waitFor(async () => (await openUploads()) < uploadsAtOnce)
  expect((await jobs.send(list, file(1000))).status).toBe(202)
})

test('many uploads that begin at the same moment are no more than allowed', async () => {
  const sockets = await Promise.all(Array.from({ length: 12 }, beginUpload))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const answers = sockets.map((socket) => once(socket, 'data').then(([data]) => String(data)))
  let refused = 0
  for (const answer of answers)
    answer.then(
      (text) => (refused += text.includes(' 429 ') ? 1 : 0),
      () => {},
    )
  await waitFor(() => refused >= 12 - uploadsAtOnce)
  expect([refused, await openUploads()]).toEqual([12 - uploadsAtOnce, uploadsAtOnce])
})

test('a file that goes beyond the storage of the plan is refused while it arrives', async () => {
  await leave(2 * megabyte)
  const refused = await jobs.send(list, file(12 * megabyte))
  expect([refused.status, refused.body.code]).toEqual([413, 'storage_exceeded'])
  expect(refused.body.detail).toContain('1024 MB')
  expect(await openUploads()).toBe(0)
  expect((await jobs.send(list, file(megabyte))).status).toBe(202)
})

test('a small file counts as soon as it has arrived', async () => {
  await leave(100_000)
  const [first, second] = [await jobs.send(list, file(60_000)), await jobs.send(list, file(60_000))]
  expect([first.status, second.status, second.body.code]).toEqual([202, 413, 'storage_exceeded'])
  expect(await openUploads()).toBe(0)
})

test('messages and attachments count, and a deleted draft frees its part', async () => {
  await leave(3.5 * megabyte)
  const first = await draft(page(megabyte))
  const attachment = {
    filename: 'a.txt',
    content_type: 'text/plain',
    content: Buffer.alloc(megabyte).toString('base64'),
  }
  const second = await draft('<p>Hi</p>', { attachments: [attachment] })
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await server.api('POST', `/campaigns/${first.body.id}/duplicate`, {})).status).toBe(200)
  const refusals = [
    await draft(page(megabyte)),
    await server.api('POST', `/campaigns/${first.body.id}/duplicate`, {}),
    await server.api('POST', `/campaigns/${second.body.id}/duplicate`, {}),
    await server.api('PUT', `/campaigns/${second.body.id}`, { html: page(megabyte) }),
    await server.api('POST', '/templates', { name: 'T', asunto: 'A', html: page(megabyte) }),
    await jobs.send(list, file(megabyte)),
  ]
  for (const { status, body } of refusals) {
    expect([status, body.code]).toEqual([413, 'storage_exceeded'])
  }
  expect((await server.api('DELETE', `/campaigns/${second.body.id}`)).status).toBe(200)
  expect((await draft(page(megabyte))).status).toBe(200)
})

test('requests at the same moment do not store more than the plan allows', async () => {
  await leave(3.5 * megabyte)
  const answers = await Promise.all(Array.from({ length: 8 }, () => draft(page(megabyte))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.code === 'storage_exceeded')).toHaveLength(5)
})

test('uploads are refused while the disk still has room for the database', async ({ skip }) => {
  if (process.env.REMITE_TEST_DATABASE_URL) return skip('the disk of PostgreSQL is not ours')
  const disk = mountSmallDisk('24m')
  if (!disk) return skip(cannotMount)
  onTestFinished(disk.release)
  const small = await startService({ file: join(disk.folder, 'remite.db') })
  onTestFinished(() => small.close())
  const target = jobsAt(small)
  const id = await target.newList('Small')
  expect((await target.send(id, file(100_000))).status).toBe(202)
  const { bavail, bsize } = statfsSync(disk.folder)
  writeFileSync(join(disk.folder, 'other'), Buffer.alloc(bavail * bsize - megabyte))
  const refused = await target.send(id, file(100_000))
  expect([refused.status, refused.body.code]).toEqual([507, 'disk_full'])
  const path = `/lists/${id}/contacts`
  expect((await small.api('POST', path, { email: 'ana@example.org' })).status).toBe(200)
  disk.grow()
  expect((await target.send(id, file(100_000))).status).toBe(202)
})

test('properties of custom events count, and stop counting when the events expire', async () => {
  const { service } = server
  const email = 'storage@example.org'
  await server.api('POST', `/lists/${list}/contacts`, { contacts: [{ email }] })
  const batch = (name: string, at?: string) => ({
    events: Array.from({ length: 100 }, (_, number) => ({
      ...{ name, email, at, properties: { number, note: 'x'.repeat(900) } },
    })),
  })
  const send = async (body: object) => {
    const { status, body: answer } = await server.api('POST', '/events', body)
    return [status, answer.code ?? answer.recorded]
  }
  const old = new Date(service.clock.now() - 800 * dayMs).toISOString()
  await leave(250_000)
  expect(await send(batch('first', old))).toEqual([200, 100])
  expect(await send(batch('first'))).toEqual([200, 100])
  // The limit is checked each 256 KB, so that not each event adds up what the account stores.
  expect(await send(batch('first'))).toEqual([413, 'storage_exceeded'])
  await purge(service, new AbortController().signal)
  const { bytes } = await selectStoredBytes(service.db, server.accountId)
  expect(bytes).toBeLessThan(keptBytes - 150_000)
  expect(await send(batch('first'))).toEqual([200, 100])
})
