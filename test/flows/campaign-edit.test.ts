import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testClock } from '../support/clock.ts'
import { runEditor } from '../support/editor.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { addList, addSender, campaignOf } from '../support/mailing.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let list: number
beforeAll(async () => {
  server = await startService()
  list = await addList(server, ['eva@example.org'])
  await addSender(server)
})
afterAll(() => server.close())

const runs: ReturnType<typeof runEditor>[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) await run.stop()
})

const html = '<!doctype html>\r\n<p>Hola {{ nombre }} &amp; co</p>\n'

async function draft(more: object = {}): Promise<number> {
  const made = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { html, draft: true, ...more }),
  )
  return made.body.id
}
const read = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body

function edit(id: number, options: Parameters<typeof runEditor>[2] = {}, at = server) {
  const run = runEditor(at, id, options)
  runs.push(run)
  return run
}

/** As the page calls: every header can be another. */
async function callFrom(link: string) {
  const { origin, host } = new URL(link)
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(origin + path, 'POST', JSON.stringify(body), {
      host,
      origin,
      'content-type': 'application/json',
      ...headers,
    })
  const { body } = await call('/session', { link: link.split('#')[1] })
  const key: Record<string, string> = { 'x-editor-session': body.key }
  return {
    origin,
    host,
    key,
    call,
    ask: (name: string, input: object = {}) => call(`/answers/${name}`, input, key),
  }
}

/** `fetch` would not say another host. */
const send = (url: string, method: string, text: string, headers: Record<string, string>) =>
  new Promise<{
    status: number
    headers: Record<string, unknown>
    body: ReturnType<typeof JSON.parse>
  }>((resolve, reject) => {
    const asked = request(url, { method, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const said = Buffer.concat(chunks).toString()
      const isJson = response.headers['content-type'] === 'application/json'
      const { statusCode: status = 0, headers: told } = response
      resolve({ status, headers: told, body: isJson ? JSON.parse(said) : said })
    })
    asked.on('error', reject).end(text)
  })

test('the link is worth one session, and nothing is told without it', async () => {
  const run = edit(await draft())
  const link = await run.link()
  const { call, key } = await callFrom(link)
  expect((await call('/session', { link: link.split('#')[1] })).status).toBe(403)
  expect((await call('/answers/load', {})).status).toBe(403)
  expect((await call('/answers/load', {}, { 'x-editor-session': 'x' })).status).toBe(403)
  expect((await call('/answers/load', {}, key)).body.html).toBe(html)
  expect((await call('/answers/constructor', {}, key)).status).toBe(404)
})

test('pages of elsewhere reach nothing: not by their own origin, nor by a name that leads here', async () => {
  const { call, key, origin } = await callFrom(await edit(await draft()).link())
  const ask = (headers: Record<string, string>) => call('/answers/load', {}, { ...key, ...headers })
  expect((await ask({ host: 'evil.example' })).status).toBe(421)
  expect((await ask({ host: `localhost:${new URL(origin).port}` })).status).toBe(421)
  expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask({ origin: 'null' })).status).toBe(403)
  expect((await ask({ 'content-type': 'text/plain' })).status).toBe(415)
  expect((await send(`${origin}/answers/load`, 'GET', '', key)).status).toBe(404)
})

test('the token of the account never reaches the browser, whose page lets no script in', async () => {
  const { ask, origin } = await callFrom(await edit(await draft()).link())
  const page = await send(`${origin}/`, 'GET', '', {})
  const files = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  expect(files.length).toBeGreaterThan(3)
  const seen = [page, await ask('load'), await ask('preview'), await ask('contacts', { q: 'eva' })]
  for (const path of files) seen.push(await send(origin + path, 'GET', '', {}))
  for (const { status, headers, body } of seen) {
    expect(status).toBe(200)
    expect(JSON.stringify([headers, body])).not.toContain(server.token)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
    expect(headers['cache-control']).toBe('no-store')
  }
  expect(page.body).not.toContain('Hola')
})

test('what is saved goes to the service, and Ctrl-C ends it well', async () => {
  const id = await draft()
  const run = edit(id, { words: ['-o', 'json'] })
  const { ask } = await callFrom(await run.link())
  expect((await ask('load')).body).toMatchObject({
    ...{ name: 'Rebajas', asunto: 'Rebajas de enero', preheader: '', html },
    tags: expect.arrayContaining(['nombre', 'unsubscribe_url']),
  })
  await ask('save', { html: '<p>Uno</p>' })
  await ask('save', { asunto: 'Dos', preheader: 'Tres' })
  expect(await read(id)).toMatchObject({ html: '<p>Uno</p>', asunto: 'Dos', preheader: 'Tres' })
  expect(await run.stop()).toBe(0)
  expect(JSON.parse(run.said.stdout)).toEqual({
    id,
    camp_name: 'Rebajas',
    saved: true,
    unsaved: false,
  })
})

test('Done in the page ends it too; what was not saved makes Ctrl-C an interruption', async () => {
  const done = edit(await draft())
  await (await callFrom(await done.link())).ask('done')
  expect(await done.ended).toBe(0)
  const lost = edit(await draft())
  await (await callFrom(await lost.link())).ask('state', { unsaved: true })
  expect(await lost.stop()).toBe(130)
  expect(lost.said.stderr).toContain('The last changes were not saved.')
})

test('after half an hour without a call it ends by itself', async () => {
  const clock = testClock(Date.now())
  const run = edit(await draft(), { clock })
  const { ask } = await callFrom(await run.link())
  clock.advance(20 * 60_000)
  await ask('state', { unsaved: false })
  clock.advance(20 * 60_000)
  expect((await ask('state', { unsaved: false })).status).toBe(200)
  clock.advance(31 * 60_000)
  expect(await run.ended).toBe(0)
  expect(run.said.stderr).toContain('Nobody used the editor for half an hour')
})

test('two who edit at once: the second one is told, in words, and may save over it', async () => {
  const id = await draft()
  const { ask } = await callFrom(await edit(id, { words: ['--lang', 'es'] }).link())
  await server.api('PUT', `/campaigns/${id}`, { html: '<p>Suyo</p>' })
  const refused = await ask('save', { html: '<p>Mío</p>' })
  expect([refused.status, refused.body.code]).toEqual([412, 'edited_meanwhile'])
  expect(refused.body.detail).toMatch(/cambi/)
  expect((await read(id)).html).toBe('<p>Suyo</p>')
  expect((await ask('reload')).body.html).toBe('<p>Suyo</p>')
  await server.api('PUT', `/campaigns/${id}`, { html: '<p>Otra vez</p>' })
  await ask('save', { html: '<p>Mío</p>', overwrites: true })
  expect((await read(id)).html).toBe('<p>Mío</p>')
})

test('what the service refuses is told field by field, and the session goes on', async () => {
  const id = await draft()
  const { ask } = await callFrom(await edit(id).link())
  const refused = await ask('save', { asunto: 'x'.repeat(300), html: '<p>Uno</p>' })
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(refused.body.problems).toMatchObject([{ path: 'asunto', code: 'too_long' }])
  expect((await read(id)).html).toBe(html)
  expect((await ask('test', { emails: [] })).body.problems).toMatchObject([{ path: 'emails' }])
  expect((await ask('preview', { contact: 999_999 })).body.code).toBe('invalid')
  expect((await ask('save', { html: '<p>Uno</p>' })).status).toBe(200)
})

test('only a campaign that may still be edited is opened', async () => {
  const id = await draft()
  await server.service.db
    .updateTable('campaigns')
    .set({ status: 'sent' })
    .where('id', '=', id)
    .execute()
  const sent = edit(id)
  expect(await sent.ended).toBe(6)
  expect(sent.said.stderr).toContain('present state: sent')
  expect(await edit(999_999).ended).toBe(3)
  const { token } = await server.other()
  const theirs = runEditor({ url: server.url, token }, await draft())
  expect(await theirs.ended).toBe(3)
})

test('flags that do not go together are refused before anything is read', async () => {
  const id = await draft()
  const together = edit(id, { words: ['--editor', '--watch', 'x.html'] })
  expect(await together.ended).toBe(2)
  expect(together.said.stderr).toContain('--watch: This does not go together with --editor.')
  expect(await edit(id, { words: ['--save'] }).ended).toBe(2)
  expect(await edit(id, { words: ['--dry-run'] }).ended).toBe(2)
  expect(await edit(id, { words: ['--watch', '/nowhere.html'] }).ended).toBe(2)
})

/** A program as `$EDITOR` names it, with a word of its own. */
function programOf(lines: string): string {
  const file = join(newFolder(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\n[ "$1" = --wait ] || exit 9\n${lines}\n`, { mode: 0o755 })
  return `${file} --wait`
}

test('--editor saves what was written in the person’s own editor, and leaves no file behind', async () => {
  const id = await draft()
  const note = join(newFolder(), 'note')
  const program = programOf(
    `ls -l "$2" | cut -c1-10 > ${note}; echo "$2" >> ${note}; printf '<p>Más</p>' >> "$2"`,
  )
  const run = edit(id, { words: ['--editor'], env: { VISUAL: program, EDITOR: 'false' } })
  expect(await run.ended).toBe(0)
  expect((await read(id)).html).toBe(`${html}<p>Más</p>`)
  const [mode, file = ''] = readFileSync(note, 'utf8').trim().split('\n')
  expect(mode).toBe('-rw-------')
  expect(existsSync(file)).toBe(false)
})

test('--editor sends nothing when nothing was changed, or the editor did not end well', async () => {
  const id = await draft()
  const before = (await server.api('GET', `/campaigns/${id}`)).headers.get('etag')
  const same = edit(id, { words: ['--editor'], env: { EDITOR: programOf(':') } })
  expect(await same.ended).toBe(0)
  expect(same.said.stderr).toContain('Nothing was changed.')
  const failed = edit(id, {
    words: ['--editor'],
    env: { EDITOR: programOf('echo x >> "$2"; exit 4') },
  })
  expect(await failed.ended).toBe(4)
  const [, file = ''] = /kept here: (.+)/.exec(failed.said.stderr) ?? []
  expect(readFileSync(file, 'utf8')).toBe(`${html}x\n`)
  expect((await server.api('GET', `/campaigns/${id}`)).headers.get('etag')).toBe(before)
})

test('--editor keeps what the service refuses, and says where', async () => {
  const id = await draft()
  const folder = newFolder()
  const waits = `touch ${folder}/open; while [ ! -e ${folder}/go ]; do sleep 0.05; done`
  const env = { EDITOR: programOf(`printf 'Mío' > "$2"; ${waits}`) }
  const run = edit(id, { words: ['--editor'], env })
  await waitFor(() => existsSync(`${folder}/open`))
  await server.api('PUT', `/campaigns/${id}`, { html: '<p>Suyo</p>' })
  writeFileSync(`${folder}/go`, '')
  expect(await run.ended).toBe(6)
  expect(run.said.stderr).toContain('Somebody was faster')
  const [, file = ''] = /kept here: (.+)/.exec(run.said.stderr) ?? []
  expect(readFileSync(file, 'utf8')).toBe('Mío')
  expect((await read(id)).html).toBe('<p>Suyo</p>')
})

test('--watch shows each state of a file, and saves it only with --save', async () => {
  const id = await draft()
  const file = join(newFolder(), 'march.html')
  writeFileSync(file, '<p>Uno</p>')
  const looking = await callFrom(await edit(id, { words: ['--watch', file] }).link())
  const saving = edit(id, { words: ['--watch', file, '--save'] })
  const { ask } = await callFrom(await saving.link())
  const first = (await looking.ask('changed', { version: 0 })).body
  expect(first).toMatchObject({ version: 1, html: '<p>Uno</p>' })
  expect((await read(id)).html).toBe('<p>Uno</p>')
  writeFileSync(file, '<p>Dos y tres</p>')
  expect((await looking.ask('changed', { version: 1 })).body.html).toBe('<p>Dos y tres</p>')
  await ask('changed', { version: 1 })
  expect((await read(id)).html).toBe('<p>Dos y tres</p>')
  await server.api('PUT', `/campaigns/${id}`, { html: '<p>Suyo</p>' })
  writeFileSync(file, '<p>Cuatro, cinco y seis</p>')
  expect((await ask('changed', { version: 2 })).body).toMatchObject({
    html: '<p>Cuatro, cinco y seis</p>',
    problem: expect.stringContaining('changed by somebody else'),
  })
  expect((await read(id)).html).toBe('<p>Suyo</p>')
  expect(await saving.stop()).toBe(130)
})

test('--watch without --save changes nothing', async () => {
  const id = await draft()
  const file = join(newFolder(), 'march.html')
  writeFileSync(file, '<p>Uno</p>')
  const run = edit(id, { words: ['--watch', file] })
  const { ask } = await callFrom(await run.link())
  await ask('changed', { version: 0 })
  expect(await run.stop()).toBe(0)
  expect((await read(id)).html).toBe(html)
})

test('a server that tells no version is asked before somebody is overwritten', async () => {
  const foreign = await startForeignServer()
  try {
    let kept = { id: 8, asunto: 'Abril', html: '<p>Uno</p>' }
    foreign.answer('GET /campaigns/8', () => ({ body: kept }))
    foreign.answer('PUT /campaigns/8', ({ body }) => {
      kept = { ...kept, ...JSON.parse(body) }
      return { body: { ok: true } }
    })
    const run = runEditor({ url: foreign.url, token: 'header.payload.signature' }, 8)
    runs.push(run)
    const { ask } = await callFrom(await run.link())
    expect((await ask('load')).body).toMatchObject({ name: '8', asunto: 'Abril', preheader: '' })
    expect((await ask('save', { html: '<p>Dos</p>' })).status).toBe(200)
    kept = { ...kept, html: '<p>Suyo</p>' }
    expect((await ask('save', { html: '<p>Tres</p>' })).body.code).toBe('edited_meanwhile')
    expect(kept.html).toBe('<p>Suyo</p>')
    expect((await ask('preview')).body.code).toBe('not_offered')
    await run.stop()
    const bare = runEditor({ url: foreign.url, token: 'header.payload.signature' }, 9)
    expect(await bare.ended).toBe(14)
  } finally {
    await foreign.close()
  }
})
