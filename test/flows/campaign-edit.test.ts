import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callEditor, runEditor, sendTo } from '../support/browser/editor.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
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
  const created = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { html, draft: true, ...more }),
  )
  return created.body.id
}
const read = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body

function edit(id: number, options: Parameters<typeof runEditor>[2] = {}, testService = server) {
  const run = runEditor(testService, id, options)
  runs.push(run)
  return run
}

test('the link opens one session, and nothing is shown without it', async () => {
  const run = edit(await draft())
  const link = await run.link()
  const { call, key } = await callEditor(link)
  expect((await call('/session', { link: link.split('#')[1] })).status).toBe(403)
  expect((await call('/answers/load', {})).status).toBe(403)
  expect((await call('/answers/load', {}, { 'x-editor-session': 'x' })).status).toBe(403)
  expect((await call('/answers/load', {}, key)).body.html).toBe(html)
  expect((await call('/answers/constructor', {}, key)).status).toBe(404)
})

test('other sites cannot reach the editor, by origin or by DNS rebinding', async () => {
  const { call, key, origin } = await callEditor(await edit(await draft()).link())
  const ask = (headers: Record<string, string>) => call('/answers/load', {}, { ...key, ...headers })
  expect((await ask({ host: 'evil.example' })).status).toBe(421)
  expect((await ask({ host: `localhost:${new URL(origin).port}` })).status).toBe(421)
  expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask({ origin: 'null' })).status).toBe(403)
  expect((await ask({ 'content-type': 'text/plain' })).status).toBe(415)
  expect((await sendTo(`${origin}/answers/load`, 'GET', '', key)).status).toBe(404)
})

test('the account token never reaches the browser, and the page allows no foreign script', async () => {
  const { ask, origin } = await callEditor(await edit(await draft()).link())
  const page = await sendTo(`${origin}/`, 'GET', '', {})
  const files = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  expect(files.length).toBeGreaterThan(3)
  const responses = [
    page,
    await ask('load'),
    await ask('preview'),
    await ask('contacts', { q: 'eva' }),
  ]
  for (const path of files) responses.push(await sendTo(origin + path, 'GET', '', {}))
  for (const { status, headers, body } of responses) {
    expect(status).toBe(200)
    expect(JSON.stringify([headers, body])).not.toContain(server.token)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
    expect(headers['cache-control']).toBe('no-store')
  }
  expect(page.body).not.toContain('Hola')
})

test('changes are saved to the service, and Ctrl-C after saving exits with success', async () => {
  const id = await draft()
  const run = edit(id, { args: ['-o', 'json'] })
  const { ask } = await callEditor(await run.link())
  expect((await ask('load')).body).toMatchObject({
    ...{ name: 'Rebajas', asunto: 'Rebajas de enero', preheader: '', html },
    tags: expect.arrayContaining(['nombre', 'unsubscribe_url']),
  })
  await ask('save', { html: '<p>Uno</p>' })
  await ask('save', { asunto: 'Dos', preheader: 'Tres' })
  expect(await read(id)).toMatchObject({ html: '<p>Uno</p>', asunto: 'Dos', preheader: 'Tres' })
  expect(await run.stop()).toBe(0)
  expect(JSON.parse(run.output.stdout)).toEqual({
    id,
    camp_name: 'Rebajas',
    saved: true,
    unsaved: false,
  })
})

test('Done in the page ends the session; unsaved changes make Ctrl-C an interruption', async () => {
  const done = edit(await draft())
  await (await callEditor(await done.link())).ask('done')
  expect(await done.ended).toBe(0)
  const lost = edit(await draft())
  await (await callEditor(await lost.link())).ask('state', { unsaved: true })
  expect(await lost.stop()).toBe(130)
  expect(lost.output.stderr).toContain('The last changes were not saved.')
})

test('the session ends after half an hour without a request', async () => {
  const clock = testClock(Date.now())
  const run = edit(await draft(), { clock })
  const { ask } = await callEditor(await run.link())
  clock.advance(20 * 60_000)
  await ask('state', { unsaved: false })
  clock.advance(20 * 60_000)
  expect((await ask('state', { unsaved: false })).status).toBe(200)
  clock.advance(31 * 60_000)
  expect(await run.ended).toBe(0)
  expect(run.output.stderr).toContain('The editor was closed after half an hour without activity')
})

test('of two concurrent editors the second is told and may overwrite after confirming', async () => {
  const id = await draft()
  const { ask } = await callEditor(await edit(id, { args: ['--lang', 'es'] }).link())
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

test('problems found by the service are shown field by field, and the session continues', async () => {
  const id = await draft()
  const { ask } = await callEditor(await edit(id).link())
  const refused = await ask('save', { asunto: 'x'.repeat(300), html: '<p>Uno</p>' })
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(refused.body.problems).toMatchObject([{ path: 'asunto', code: 'too_long' }])
  expect((await read(id)).html).toBe(html)
  expect((await ask('test', { emails: [] })).body.problems).toMatchObject([{ path: 'emails' }])
  expect((await ask('preview', { contact: 999_999 })).body.code).toBe('invalid')
  expect((await ask('save', { html: '<p>Uno</p>' })).status).toBe(200)
})

test('the page checks the saved draft, and translates what is not saved yet', async () => {
  const id = await draft({ html: '<p>Hola *|FNAME|*</p><a href="/x">X</a>' })
  const { ask } = await callEditor(await edit(id, { args: ['--lang', 'es'] }).link())
  const { items } = (await ask('check')).body
  expect(items[0]).toMatchObject({
    ...{ code: 'foreign_tag', level: 'error', suggestion: '{{ nombre }}', isFixable: true },
    message: expect.stringContaining('*|FNAME|*'),
    places: [{ part: 'html', line: 1, offset: 8, length: 9 }],
  })
  const translated = await ask('translate', { asunto: 'Hola *|FNAME|*', html: '*|LIST:COMPANY|*' })
  expect(translated.body).toEqual({
    content: { asunto: 'Hola {{ nombre }}', html: '*|LIST:COMPANY|*' },
    ...{ count: 1, left: ['*|LIST:COMPANY|*'] },
  })
  expect((await read(id)).html).toContain('*|FNAME|*')
})

test('findings of another server are shown without places', async () => {
  const foreign = await startForeignServer()
  try {
    const stored = { id: 8, asunto: 'Abril', html: '<p>Uno</p>', from_mail: 'a@tienda.example' }
    foreign.respond('GET /campaigns/8', { body: stored })
    const run = runEditor({ url: foreign.url, token: 'header.payload.signature' }, 8)
    runs.push(run)
    const { ask } = await callEditor(await run.link())
    const { items } = (await ask('check')).body
    expect(items.length).toBeGreaterThan(0)
    for (const { message, places } of items)
      expect([typeof message, places]).toEqual(['string', []])
    const item = { level: 'error', code: 'odd', message: 'Odd.', places: [{ part: 'html' }, null] }
    foreign.respond('POST /campaigns/8/check', { body: { items: [item] } })
    foreign.respond('GET /campaigns/8/check', { body: { items: [item] } })
    expect((await ask('check')).body.items).toEqual([
      { code: 'odd', level: 'error', message: 'Odd.', places: [] },
    ])
  } finally {
    await foreign.close()
  }
})

test('only an editable campaign is opened', async () => {
  const id = await draft()
  await server.service.db
    .updateTable('campaigns')
    .set({ status: 'sent' })
    .where('id', '=', id)
    .execute()
  const sent = edit(id)
  expect(await sent.ended).toBe(6)
  expect(sent.output.stderr).toContain('current state: sent')
  expect(await edit(999_999).ended).toBe(3)
  const { token } = await server.other()
  const theirs = runEditor({ url: server.url, token }, await draft())
  expect(await theirs.ended).toBe(3)
})

test('incompatible flags are refused before any request', async () => {
  const id = await draft()
  const together = edit(id, { args: ['--editor', '--watch', 'x.html'] })
  expect(await together.ended).toBe(2)
  expect(together.output.stderr).toContain('--watch: This cannot be combined with --editor.')
  expect(await edit(id, { args: ['--save'] }).ended).toBe(2)
  expect(await edit(id, { args: ['--dry-run'] }).ended).toBe(2)
  expect(await edit(id, { args: ['--watch', '/nowhere.html'] }).ended).toBe(2)
})

/** Writes a script and returns it with one argument, as a value for `$EDITOR`. */
function programOf(lines: string): string {
  const file = join(newFolder(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\n[ "$1" = --wait ] || exit 9\n${lines}\n`, { mode: 0o755 })
  return `${file} --wait`
}

test('with flags it changes the draft at once, as update does', async () => {
  const id = await draft()
  const cli = remite(server)
  const words = ['campaigns', 'edit', String(id), '--subject', 'Otra vez']
  const shown = await cli(...words, '--dry-run', '--json')
  expect([shown.code, shown.json().body]).toEqual([0, { asunto: 'Otra vez' }])
  const changed = await cli(...words)
  expect([changed.code, changed.stdout]).toEqual([0, 'draft\n'])
  expect((await read(id)).asunto).toBe('Otra vez')
  const both = await cli(...words, '--editor')
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('--editor: This cannot be combined with --subject.')
})

test('--editor saves what $EDITOR wrote and leaves no file behind', async () => {
  const id = await draft()
  const note = join(newFolder(), 'note')
  const program = programOf(
    `ls -l "$2" | cut -c1-10 > ${note}; echo "$2" >> ${note}; printf '<p>Más</p>' >> "$2"`,
  )
  const run = edit(id, { args: ['--editor'], env: { VISUAL: program, EDITOR: 'false' } })
  expect(await run.ended).toBe(0)
  expect((await read(id)).html).toBe(`${html}<p>Más</p>`)
  const [mode, file = ''] = readFileSync(note, 'utf8').trim().split('\n')
  expect(mode).toBe('-rw-------')
  expect(existsSync(file)).toBe(false)
})

test('--editor saves nothing when nothing changed or the editor failed', async () => {
  const id = await draft()
  const before = (await server.api('GET', `/campaigns/${id}`)).headers.get('etag')
  const same = edit(id, { args: ['--editor'], env: { EDITOR: programOf(':') } })
  expect(await same.ended).toBe(0)
  expect(same.output.stderr).toContain('No changes to save.')
  const failed = edit(id, {
    args: ['--editor'],
    env: { EDITOR: programOf('echo x >> "$2"; exit 4') },
  })
  expect(await failed.ended).toBe(4)
  const [, file = ''] = /saved in: (.+)/.exec(failed.output.stderr) ?? []
  expect(readFileSync(file, 'utf8')).toBe(`${html}x\n`)
  expect((await server.api('GET', `/campaigns/${id}`)).headers.get('etag')).toBe(before)
})

test('--editor keeps a file that the service refuses, and says where', async () => {
  const id = await draft()
  const folder = newFolder()
  const waits = `touch ${folder}/open; while [ ! -e ${folder}/go ]; do sleep 0.05; done`
  const env = { EDITOR: programOf(`printf 'Mío' > "$2"; ${waits}`) }
  const run = edit(id, { args: ['--editor'], env })
  await waitFor(() => existsSync(`${folder}/open`))
  await server.api('PUT', `/campaigns/${id}`, { html: '<p>Suyo</p>' })
  writeFileSync(`${folder}/go`, '')
  expect(await run.ended).toBe(6)
  expect(run.output.stderr).toContain('Changed by someone else')
  const [, file = ''] = /saved in: (.+)/.exec(run.output.stderr) ?? []
  expect(readFileSync(file, 'utf8')).toBe('Mío')
  expect((await read(id)).html).toBe('<p>Suyo</p>')
})

test('--watch shows each version of a file and saves only with --save', async () => {
  const id = await draft()
  const file = join(newFolder(), 'march.html')
  writeFileSync(file, '<p>Uno</p>')
  const looking = await callEditor(await edit(id, { args: ['--watch', file] }).link())
  const saving = edit(id, { args: ['--watch', file, '--save'] })
  const { ask } = await callEditor(await saving.link())
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
    problem: expect.stringContaining('Someone else has changed it'),
  })
  expect((await read(id)).html).toBe('<p>Suyo</p>')
  expect(await saving.stop()).toBe(130)
})

test('--watch without --save changes nothing', async () => {
  const id = await draft()
  const file = join(newFolder(), 'march.html')
  writeFileSync(file, '<p>Uno</p>')
  const run = edit(id, { args: ['--watch', file] })
  const { ask } = await callEditor(await run.link())
  await ask('changed', { version: 0 })
  expect(await run.stop()).toBe(0)
  expect((await read(id)).html).toBe(html)
})

test('without versions on the server, overwriting needs confirmation', async () => {
  const foreign = await startForeignServer()
  try {
    let stored = { id: 8, asunto: 'Abril', html: '<p>Uno</p>' }
    foreign.respond('GET /campaigns/8', () => ({ body: stored }))
    foreign.respond('PUT /campaigns/8', ({ body }) => {
      stored = { ...stored, ...JSON.parse(body) }
      return { body: { ok: true } }
    })
    const run = runEditor({ url: foreign.url, token: 'header.payload.signature' }, 8)
    runs.push(run)
    const { ask } = await callEditor(await run.link())
    expect((await ask('load')).body).toMatchObject({ name: '8', asunto: 'Abril', preheader: '' })
    expect((await ask('save', { html: '<p>Dos</p>' })).status).toBe(200)
    stored = { ...stored, html: '<p>Suyo</p>' }
    expect((await ask('save', { html: '<p>Tres</p>' })).body.code).toBe('edited_meanwhile')
    expect(stored.html).toBe('<p>Suyo</p>')
    expect((await ask('preview')).body.code).toBe('not_offered')
    await run.stop()
    const bare = runEditor({ url: foreign.url, token: 'header.payload.signature' }, 9)
    expect(await bare.ended).toBe(14)
  } finally {
    await foreign.close()
  }
})
