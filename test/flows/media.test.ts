import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  await addSender(server)
})
afterAll(() => server.close())

const plain = (width: number, height: number, background: object = {}) =>
  sharp({
    create: {
      width,
      height,
      channels: 4,
      background: { r: 200, g: 90, b: 10, alpha: 1, ...background },
    },
  })

/** As a phone writes it: lying on its side, with the place where it was taken. */
const photo = () =>
  plain(1800, 900)
    .withExif({
      IFD0: { Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 1/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

interface Posted {
  id: number
  type: string
  bytes: number
  url: string
  errors?: unknown
  detail?: string
}

const tooLarge =
  'The image is larger than 10 MB. Make it smaller: for a message, a width of 1200 pixels is enough.'

const post = async (
  bytes: Uint8Array | string,
  { query = '', type = 'image/png', language = 'en' } = {},
) => {
  const answer = await fetch(`${server.url}/media${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': type,
      'accept-language': language,
    },
    body: bytes,
  })
  const body: Posted = JSON.parse(await answer.text())
  return { status: answer.status, body }
}

const load = (url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(new URL(url).pathname, server.origin), { headers })

test('a photo is made upright, small and free of its place, and is kept at its address', async () => {
  const { status, body } = await post(await photo(), { query: '?name=Pan&max_width=600' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Pan', type: 'image/jpeg', width: 600, height: 1200 })
  const answer = await load(body.url)
  const content = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.headers.get('content-type'), content.length]).toEqual([
    200,
    'image/jpeg',
    body.bytes,
  ])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const { width, orientation, exif, xmp } = await sharp(content).metadata()
  expect({ width, orientation, exif, xmp }).toEqual({ width: 600 })
  const etag = answer.headers.get('etag') ?? ''
  expect((await load(body.url, { 'if-none-match': etag })).status).toBe(304)
})

test('the same file again is the same image; another width is another one', async () => {
  const bytes = await photo()
  const first = (await post(bytes)).body
  expect((await post(bytes, { query: '?name=other' })).body).toEqual(first)
  expect((await post(bytes, { query: '?max_width=300' })).body.id).not.toBe(first.id)
  const both = await Promise.all([1, 2, 3].map(() => post(bytes, { query: '?max_width=301' })))
  expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
})

test('WebP becomes what every mail client shows, and an animation stays one', async () => {
  const solid = await sharp(await plain(40, 30).png().toBuffer())
    .removeAlpha()
    .webp()
    .toBuffer()
  expect((await post(solid)).body.type).toBe('image/jpeg')
  const clear = await plain(40, 30, { alpha: 0.5 }).webp().toBuffer()
  expect((await post(clear)).body.type).toBe('image/png')
  const frames = await Promise.all(
    [1, 250].map((r) => plain(40, 30, { r, g: 0, b: 0 }).png().toBuffer()),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const { body } = await post(moving)
  expect(body).toMatchObject({ type: 'image/gif', width: 40, height: 30 })
  const shown = Buffer.from(await (await load(body.url)).arrayBuffer())
  expect((await sharp(shown, { animated: true }).metadata()).pages).toBe(2)
})

test('what is no image, or too large, is refused whatever it is called', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const damaged = (await photo()).subarray(0, 400)
  for (const bytes of [svg, 'GIF89a', damaged, '<html>']) {
    const { status, body } = await post(bytes)
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ code: 'bad_image' })]])
  }
  expect((await post(svg, { type: 'image/svg+xml' })).status).toBe(415)
  const large = Buffer.concat([await photo(), Buffer.alloc(10 * 1024 * 1024)])
  const refused = await post(large)
  expect([refused.status, refused.body.detail]).toEqual([413, tooLarge])
  expect((await post(large, { language: 'es' })).body.detail).toMatch(
    /10 MB\. Redúcela: .*1200 píxeles/,
  )
  const bomb = await sharp({
    create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  expect((await post(bomb)).status).toBe(422)
})

test('an image that a message shows is deleted only by force', async () => {
  const { body } = await post(await plain(20, 20).png().toBuffer())
  const list = await addList(server, ['ana@correo.example'])
  const html = `<p><img src="${body.url}" alt=""></p>`
  await server.api('POST', '/campaigns', campaignOf(list, { camp_name: 'Pan', html, draft: true }))
  const { body: shown } = await server.api('GET', `/media/${body.id}`)
  expect(shown.used_in).toEqual(['Pan'])
  const refused = await server.api('DELETE', `/media/${body.id}`)
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'in_use' }])
  expect((await server.api('DELETE', `/media/${body.id}?force=1`)).status).toBe(200)
  expect((await load(body.url)).status).toBe(404)
  expect((await server.api('GET', `/media/${body.id}`)).status).toBe(404)
})

test('the command line adds files, prints their addresses, lists and deletes them', async () => {
  const cli = remite(server)
  const folder = newFolder()
  const paths = await Promise.all(
    [50, 60].map(async (width) => {
      const path = join(folder, `image-${width}.png`)
      writeFileSync(path, await plain(width, 10).png().toBuffer())
      return path
    }),
  )
  const added = await cli('media', 'add', ...paths, '-o', 'json')
  expect(added.code).toBe(0)
  expect(added.json().data).toMatchObject([
    { name: 'image-50.png', width: 50 },
    { name: 'image-60.png', width: 60, url: expect.stringMatching(/\/i\/[\w-]+\.png$/) },
  ])
  const [, { id }] = added.json().data
  const listed = await cli('media', 'list', '--limit', '2', '-o', 'json', '--fields', 'name')
  expect(listed.json().data.map(({ name }: { name: string }) => name)).toContain('image-60.png')
  expect((await cli('media', 'delete', String(id), '--yes')).code).toBe(0)
  const missing = await cli('media', 'add', join(folder, 'none.png'))
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('none.png')])
  writeFileSync(join(folder, 'notes.txt'), 'no image')
  const wrong = await cli('media', 'add', join(folder, 'notes.txt'))
  expect([wrong.code, wrong.stderr]).toEqual([6, expect.stringContaining('PNG, JPEG, GIF')])
  writeFileSync(join(folder, 'large.png'), Buffer.alloc(10 * 1024 * 1024 + 1))
  const large = await cli('media', 'add', join(folder, 'large.png'), '-o', 'json')
  const { code, detail, suggestion } = JSON.parse(large.stderr).error
  expect([large.code, code, suggestion]).toEqual([6, 'body_too_large', undefined])
  expect(detail.replace(`${folder}/`, '')).toBe(tooLarge.replace('image', 'image large.png'))
})
