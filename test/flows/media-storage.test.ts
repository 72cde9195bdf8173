import { copyFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { removeImageBytes } from '../../src/service/media/remove-bytes.ts'
import type { MediaSettings } from '../../src/service/service.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { s3Credentials, startS3 } from '../support/http/s3-server.ts'
import { remite } from '../support/remite.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'

const picture = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer()

async function serve(media: MediaSettings, options: StartOptions = {}): Promise<TestService> {
  const log = new PassThrough().resume() // failures of a storage are expected
  const server = await startService({ log, ...options, settings: { media } })
  onTestFinished(() => server.close())
  return server
}

async function post(server: TestService, bytes: Buffer) {
  const answer = await fetch(`${server.url}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  })
  const body: { id: number; url: string; bytes: number } = JSON.parse(await answer.text())
  return { status: answer.status, body }
}

/** Reads the body, too: the connection stays open until then. */
async function load(server: TestService, url: string, init: RequestInit = {}) {
  const answer = await fetch(new URL(new URL(url).pathname, server.origin), init)
  const content = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, content }
}

const rowOf = ({ service: { db } }: TestService, id: number) =>
  db
    .selectFrom('media')
    .select(['stored_in', 'content', 'public_id'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Objects of s3rver and files of a folder, without what describes them. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/_(metadata\.json|object\.md5)$/.test(entry.name))
    .map(({ name }) => name)

test('images in a folder are served, and their files are deleted with them', async () => {
  const folder = join(newFolder(), 'images')
  const server = await serve({ address: pathToFileURL(folder).href })
  const { body } = await post(server, await picture('#123456'))
  const row = await rowOf(server, body.id)
  expect([row?.stored_in, row?.content.length]).toEqual([pathToFileURL(folder).href, 0])
  const [name = ''] = filesIn(folder)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  const answer = await load(server, body.url)
  expect([answer.headers.get('content-type'), answer.headers.get('content-length')]).toEqual([
    'image/png',
    String(body.bytes),
  ])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.content).toEqual(readFileSync(join(folder, name)))
  const head = await load(server, body.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(body.bytes)])
  expect((await server.api('DELETE', `/media/${body.id}`)).status).toBe(200)
  expect([filesIn(folder), (await load(server, body.url)).status]).toEqual([[], 404])
})

test('images in a bucket are served, and deleted when the server of the bucket is back', async () => {
  const clock = testClock()
  const s3 = await startS3('pictures')
  const address = `s3://pictures/mail/2026?endpoint=${encodeURIComponent(s3.origin)}&region=eu-west-1`
  const server = await serve({ address, credentials: s3Credentials }, { clock })
  const { status, body } = await post(server, await picture('#b5651d'))
  expect([status, (await rowOf(server, body.id))?.stored_in]).toEqual([200, address])
  const answer = await load(server, body.url)
  expect(answer.content.length).toBe(body.bytes)
  expect(filesIn(s3.folder)).toHaveLength(1)
  await s3.close()
  expect((await load(server, body.url)).status).toBe(503)
  expect((await post(server, await picture('#000000'))).status).toBe(503)
  expect((await server.api('DELETE', `/media/${body.id}`)).status).toBe(200)
  expect((await load(server, body.url)).status).toBe(404)
  const again = await startS3('pictures', { port: s3.port, folder: s3.folder })
  onTestFinished(again.close)
  await removeImageBytes(server.service)
  expect(filesIn(s3.folder)).toHaveLength(1)
  // Attempts have pauses. The upload that failed has left a removal, too.
  clock.advance(2 * 3_600_000)
  await removeImageBytes(server.service)
  expect(filesIn(s3.folder)).toEqual([])
  const left = await server.service.db.selectFrom('media_removals').selectAll().execute()
  expect(left).toEqual([])
})

test('a wrong key is refused by the server of the bucket, and nothing is stored', async () => {
  const s3 = await startS3('pictures')
  onTestFinished(s3.close)
  const address = `s3://pictures?endpoint=${encodeURIComponent(s3.origin)}&region=us-east-1`
  const credentials = { ...s3Credentials, secretAccessKey: 'wrong' }
  const log = new PassThrough()
  let logged = ''
  log.on('data', (line) => {
    logged += line
  })
  const server = await serve({ address, credentials }, { log })
  const { status } = await post(server, await picture('#b5651d'))
  expect([status, filesIn(s3.folder)]).toEqual([503, []])
  expect(logged).toContain('SignatureDoesNotMatch')
  expect((await server.api('GET', '/media')).body).toEqual([])
})

test('images stay where they are when the setting changes, and are found where they were moved', async () => {
  const [first, second] = [newFolder(), newFolder()]
  const server = await serve({ address: pathToFileURL(first).href })
  const media = server.service.settings.media ?? {}
  const inFolder = (await post(server, await picture('#111111'))).body
  media.address = undefined
  const inDatabase = (await post(server, await picture('#222222'))).body
  media.address = pathToFileURL(second).href
  const inOther = (await post(server, await picture('#333333'))).body
  for (const { url } of [inFolder, inDatabase, inOther]) {
    expect((await load(server, url)).status).toBe(200)
  }
  const [name = ''] = filesIn(first)
  copyFileSync(join(first, name), join(second, name))
  rmSync(first, { recursive: true })
  expect((await load(server, inFolder.url)).status).toBe(200)
})

test('an upload that does not end leaves nothing behind', async () => {
  const clock = testClock()
  const folder = newFolder()
  const server = await serve({ address: pathToFileURL(folder).href }, { clock })
  const { id } = (await post(server, await picture('#444444'))).body
  const { db } = server.service
  await db
    .updateTable('media')
    .set({ bytes: 2 ** 50 })
    .where('id', '=', id)
    .execute()
  // Refused after the file was written.
  expect((await post(server, await picture('#555555'))).status).toBe(413)
  expect(filesIn(folder)).toHaveLength(2)
  await removeImageBytes(server.service)
  expect(filesIn(folder)).toHaveLength(2)
  clock.advance(2 * 3_600_000)
  await removeImageBytes(server.service)
  expect(filesIn(folder)).toHaveLength(1)
})

test('the setting is checked, and shown without a password', async () => {
  const cli = remite()
  const env = { REMITE_MEDIA_URL: 's3://key:secret@bucket/prefix' }
  const shown = await cli.with({ env })('serve', '--print-config', '-o', 'json')
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('s3://…@bucket/prefix')])
  expect(shown.stdout + shown.stderr).not.toContain('secret')
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  for (const [address, sentence, more] of [
    ['s3://key:secret@bucket', 'without a password', keys],
    ['https://bucket.example', 's3://bucket', keys],
    ['s3://bucket?color=red', 's3://bucket', keys],
    ['s3://bucket?endpoint=ftp://x', 's3://bucket', keys],
    ['s3://bucket', 'AWS_ACCESS_KEY_ID', {}],
  ] as const) {
    const given = { REMITE_MEDIA_URL: address, REMITE_SERVE_FOLDER: newFolder(), ...more }
    const { code, stderr } = await cli.with({ env: given })('serve', '--sandbox')
    expect([code, stderr], address).toEqual([2, expect.stringContaining(sentence)])
    expect(stderr).toContain('REMITE_MEDIA_URL')
    expect(stderr).not.toContain('secret')
  }
})
