import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let list: number
beforeAll(async () => {
  server = await startService()
  list = await addList(server, ['ana@correo.example'])
  await addSender(server)
})
afterAll(() => server.close())

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()

/** A folder as a mail tool exports it. */
async function exported(): Promise<string> {
  const folder = newFolder()
  mkdirSync(join(folder, 'my images'))
  const colors = { 'bread.png': '#b5651d', 'sky.png': '#0b57d0', 'wall.png': '#888888' }
  for (const [name, color] of Object.entries(colors)) {
    writeFileSync(join(folder, 'my images', name), await picture(color))
  }
  return folder
}

const message = (embedded: string) => `<!doctype html>\r
<html><head><style>.a { background: url("my images/wall.png") } @font-face { src: url(f.woff) }</style></head>
<BODY background='my%20images/wall.png'><p>Hola é &nbsp; {{ nombre | default: "tú" }}
<img   alt="{{ nombre }}" src="my images/bread.png" width=100><IMG SRC=my%20images/bread.png?v=2>
<img srcset="my%20images/sky.png 1x, ./my%20images/bread.png 2x" src='${embedded}'>
<!--[if mso]><v:fill type="tile" src="my images\\sky.png" /><![endif]-->
<img src="https://cdn.example/x.png"><img src="{{ foto }}"><img src="cid:logo">
<a href="my images/bread.png" style="background:url(&quot;my images/sky.png&quot;)">x</a>
`

const campaign = (html: string, ...more: string[]) => [
  ...['campaigns', 'create', '--name', 'Marzo', '--subject', 'Hola', '--html', html],
  ...['--from-mail', 'hola@tienda.example', '--list', String(list), '--draft', ...more],
]

interface StoredImage {
  name: string
  url: string
}

const stored = async (): Promise<StoredImage[]> =>
  (await server.api('GET', '/media?limit=200')).body.items ??
  (await server.api('GET', '/media?limit=200')).body

test('the local images of the HTML are uploaded once each, and nothing else of it changes', async () => {
  const folder = await exported()
  const embedded = `data:image/png;base64,${(await picture('#123456')).toString('base64')}`
  const source = message(embedded)
  const path = join(folder, 'march.html')
  writeFileSync(path, source)
  const cli = remite(server)
  const planned = await cli(...campaign(path, '--upload-images', '--dry-run', '-o', 'json'))
  expect([planned.code, await stored()]).toEqual([0, []])
  expect(planned.json().body.html).toBe(source)
  expect(planned.stderr).toContain('It would upload my images/wall.png (line 2, ')
  const created = await cli(...campaign(path, '--upload-images', '-o', 'json'))
  expect(created.stderr).toContain('my images/bread.png is now http')
  const images = await stored()
  expect(images.map(({ name }) => name).sort()).toEqual([
    'bread.png',
    'image',
    'sky.png',
    'wall.png',
  ])
  const urlOf = (name: string) => images.find((each) => each.name === name)?.url ?? ''
  const { html } = (await server.api('GET', `/campaigns/${created.json().id}`)).body
  const [bread, sky, wall] = ['bread.png', 'sky.png', 'wall.png'].map(urlOf)
  expect(html).toBe(
    source
      .replace('url("my images/wall.png")', `url("${wall}")`)
      .replace("'my%20images/wall.png'", `'${wall}'`)
      .replace('src="my images/bread.png"', `src="${bread}"`)
      .replace('SRC=my%20images/bread.png?v=2', `SRC=${bread}`)
      .replace('my%20images/sky.png 1x', `${sky} 1x`)
      .replace('./my%20images/bread.png 2x', `${bread} 2x`)
      .replace(embedded, urlOf('image'))
      .replace('my images\\sky.png', `${sky}`)
      .replace('&quot;my images/sky.png&quot;', `&quot;${sky}&quot;`),
  )
  const { id } = created.json()
  const text = '<p><img src="my images/bread.png">'
  writeFileSync(path, text)
  for (const verb of [
    ['campaigns', 'update', String(id)],
    ['campaigns', 'edit', String(id)],
    ['templates', 'create', '--name', 'Marzo'],
  ]) {
    const changed = await cli(...verb, '--html', path, '--upload-images', '-o', 'json')
    expect(changed.code).toBe(0)
    const stored = `/${verb[0]}/${changed.json().id ?? id}`
    expect((await server.api('GET', stored)).body.html).toBe(`<p><img src="${bread}">`)
  }
  expect(await stored()).toHaveLength(4)
})

test('images that cannot be uploaded are named with their lines, and nothing is done', async () => {
  const before = await stored()
  const folder = await exported()
  const outside = join(newFolder(), 'secret.png')
  writeFileSync(outside, await picture('#ff0000'))
  symlinkSync(outside, join(folder, 'link.png'))
  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const path = join(folder, 'march.html')
  const addresses = ['my images/sky.png', 'none.png', '../secret.png', 'link.png', outside]
  const more = ['logo.svg', `file://${outside}`, 'data:image/svg+xml,%3Csvg/%3E', 'C:\\a.png']
  const images = [...addresses, ...more].map((address) => `<img src="${address}">`)
  writeFileSync(path, images.join('\n'))
  const cli = remite(server)
  const { code, stderr } = await cli(...campaign(path, '--upload-images'))
  expect(code).toBe(2)
  expect(stderr).not.toContain('Line 1:')
  for (const sentence of [
    'Line 2: there is no file none.png.',
    'Line 3: ../secret.png is not in the folder of the HTML file.',
    'Line 4: link.png is not in the folder of the HTML file.',
    `Line 5: ${outside} is not in the folder of the HTML file.`,
    'Line 6: logo.svg is not a PNG, JPEG, GIF or WebP image.',
    `Line 7: file://${outside} is not in the folder of the HTML file.`,
    'Line 8: data:image/svg+xml,%3Csvg/%3E is not a PNG, JPEG, GIF or WebP image.',
    'Line 9: C:\\a.png is not in the folder of the HTML file.',
  ]) {
    expect(stderr.replace(/\s+/g, ' ')).toContain(sentence)
  }
  expect(await stored()).toEqual(before)
  const damaged = (await picture('#00ff00')).subarray(0, 60)
  writeFileSync(join(folder, 'damaged.png'), damaged)
  writeFileSync(path, '<p>\n<img src="damaged.png">')
  const campaigns = async () => (await server.api('GET', '/campaigns')).body.length
  const count = await campaigns()
  const refused = await cli(...campaign(path, '--upload-images'))
  expect([refused.code, await campaigns()]).toEqual([6, count])
  expect(refused.stderr).toContain('Line 2: damaged.png was not uploaded.')
})

test('without the flag, local images are named, and the flag that uploads them', async () => {
  const folder = await exported()
  const path = join(folder, 'march.html')
  writeFileSync(path, '<p>Hi\n<img src="my images/sky.png"><img src="https://cdn.example/x.png">')
  const cli = remite(server)
  for (const verb of [campaign(path), ['templates', 'create', '--html', path, '--name', 'Marzo']]) {
    const { code, stderr } = await cli(...verb)
    expect([code, stderr]).toEqual([0, expect.stringMatching(/line 2: my images\/sky\.png/)])
    expect(stderr).toContain('--upload-images')
  }
  writeFileSync(path, '<p>Hi <img src="https://cdn.example/x.png"></p>')
  expect((await cli(...campaign(path))).stderr).not.toContain('--upload-images')
  const missing = await cli('templates', 'create', '--name', 'Marzo', '--upload-images')
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--html')])
})

test('a server without images says so, and gets no campaign', async () => {
  const foreign = await startForeignServer()
  const folder = await exported()
  const path = join(folder, 'march.html')
  writeFileSync(path, '<img src="my images/sky.png">')
  const cli = remite({ url: foreign.url, token: server.token })
  const { code, stderr } = await cli(...campaign(path, '--upload-images'))
  expect([code, stderr]).toEqual([14, expect.stringContaining('sky.png was not uploaded')])
  expect(foreign.requests.map(({ method, path: to }) => `${method} ${to}`)).not.toContain(
    'POST /campaigns',
  )
  await foreign.close()
})
