import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callEditor, runEditor } from '../support/browser/editor.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { keys } from '../support/processes/typist.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

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

function edit(words: string, options: Parameters<typeof runEditor>[2] = {}) {
  const run = runEditor(server, words.split(' '), options)
  runs.push(run)
  return run
}

const create = async (path: string, body: object): Promise<number> =>
  (await server.api('POST', path, body)).body.id
const read = async (path: string) => (await server.api('GET', path)).body

const mailOf = (content: object) => ({ from_mail: 'hola@tienda.example', ...content })
const flowOf = (messages: Record<string, object>) => ({
  name: 'Bienvenida',
  trigger: { type: 'list_joined', list_id: list },
  nodes: [
    { id: 'in', type: 'trigger' },
    ...Object.entries(messages).map(([id, content]) => ({
      ...{ id, type: 'send', config: mailOf(content) },
    })),
  ],
  edges: [{ from: 'in', to: Object.keys(messages)[0] }].concat(
    Object.keys(messages)
      .slice(1)
      .map((to, index) => ({ from: String(Object.keys(messages)[index]), to })),
  ),
})

test('a template is edited in the browser: each save is a new version', async () => {
  const id = await create('/templates', { name: 'Boletín', html: '<p>Uno</p>', asunto: 'Hola' })
  const run = edit('templates edit boletin', { args: ['-o', 'json'] })
  const { ask } = await callEditor(await run.link())
  const loaded = (await ask('load')).body
  expect(loaded).toMatchObject({
    ...{ name: 'Boletín', asunto: 'Hola', html: '<p>Uno</p>', parts: ['asunto', 'html'] },
    ...{ canTest: false, isRendered: false },
  })
  expect(loaded.autosaveMs).toBe(undefined)
  expect((await ask('preview', { html: '<p>{{ nombre }}</p>' })).body.html).toBe(
    '<p>{{ nombre }}</p>',
  )
  expect((await ask('test', { emails: ['eva@example.org'] })).body.code).toBe('not_offered')
  await ask('save', { html: '<p>Dos *|FNAME|*</p>' })
  const { items } = (await ask('check')).body
  expect(items[0]).toMatchObject({ code: 'foreign_tag', places: [{ part: 'html', offset: 7 }] })
  await ask('save', { asunto: 'Adiós' })
  await ask('done')
  expect(await run.ended).toBe(0)
  expect(JSON.parse(run.output.stdout)).toEqual({
    id,
    name: 'Boletín',
    saved: true,
    unsaved: false,
  })
  expect(await read(`/templates/${id}`)).toMatchObject({ version: 3, asunto: 'Adiós' })
  expect((await read(`/templates/${id}?version=1`)).html).toBe('<p>Uno</p>')
})

test('of two editors of a template the second is told', async () => {
  const id = await create('/templates', { name: 'Doble', html: '<p>Uno</p>' })
  const { ask } = await callEditor(await edit(`templates edit ${id}`).link())
  await create('/templates', { id, html: '<p>Suyo</p>' })
  const refused = await ask('save', { html: '<p>Mío</p>' })
  expect([refused.status, refused.body.code]).toEqual([412, 'edited_meanwhile'])
  const mine = (await ask('save', { html: '<p>Mío</p>', overwrites: true })).body
  expect(readFileSync(mine.file, 'utf8')).toBe('<p>Suyo</p>')
  expect((await read(`/templates/${id}`)).html).toBe('<p>Mío</p>')
})

/** Writes a script as a value for `$EDITOR`. */
function programOf(lines: string): string {
  const file = join(newFolder(), 'editor.sh')
  writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return file
}

test('a template in MJML opens as its source in $EDITOR', async () => {
  const foreign = await startForeignServer()
  try {
    const stored = { id: 5, name: 'Fuente', html: '<p>Uno</p>', mjml: '<mjml>Uno</mjml>' }
    foreign.respond('GET /templates/5', { body: stored })
    const sent: unknown[] = []
    foreign.respond('POST /templates', ({ body }) => {
      sent.push(JSON.parse(body))
      stored.mjml = JSON.parse(body).mjml
      return { body: { ok: true, id: 5, version: 2 } }
    })
    const note = join(newFolder(), 'note')
    const program = programOf(`cat "$1" > ${note}; echo "$1" >> ${note}; sed -i s/Uno/Dos/ "$1"`)
    const other = { url: foreign.url, token: 'header.payload.signature' }
    const run = runEditor(other, ['templates', 'edit', '5'], { env: { EDITOR: program } })
    runs.push(run)
    expect(await run.ended).toBe(0)
    expect(run.output.stderr).toContain('written in MJML')
    expect(readFileSync(note, 'utf8')).toMatch(/^<mjml>Uno<\/mjml>.*\/template-5\.mjml\n$/s)
    expect(sent).toEqual([{ id: 5, mjml: '<mjml>Dos</mjml>' }])
  } finally {
    await foreign.close()
  }
})

test('MJML that the service cannot render is kept, and no watched file takes its place', async () => {
  const id = await create('/templates', { name: 'Fuente', html: '<p>Uno</p>', mjml: '<mjml/>' })
  const run = edit(`templates edit ${id}`, { env: { EDITOR: programOf('echo x >> "$1"') } })
  expect(await run.ended).toBe(6)
  const [, file = ''] = /saved in: (.+)/.exec(run.output.stderr) ?? []
  expect(readFileSync(file, 'utf8')).toContain('x\n')
  const watched = edit(`templates edit ${id} --watch x.mjml`)
  expect(await watched.ended).toBe(2)
})

test('a message of an automation is found by node or subject, and saved alone', async () => {
  const flow = flowOf({ hola: { asunto: 'Hola', html: '<p>Uno</p>' }, adios: { asunto: 'Adiós' } })
  const [, , bye] = flow.nodes
  Object.assign((bye as { config: object }).config, { html: '<p>Fin</p>', preheader: 'Ya' })
  const id = await create('/automations', flow)
  const run = edit(`automations edit ${id} --message adios`)
  const { ask } = await callEditor(await run.link())
  expect((await ask('load')).body).toMatchObject({
    ...{ asunto: 'Adiós', preheader: 'Ya', html: '<p>Fin</p>', name: 'Bienvenida: Adiós' },
  })
  // An edit of another step is no conflict.
  const other = flow.nodes.map((node) =>
    node.id === 'hola' ? { ...node, config: mailOf({ asunto: 'Hola 2', html: 'x' }) } : node,
  )
  await server.api('PUT', `/automations/${id}`, { nodes: other })
  await ask('save', { html: '<p>Final</p>', preheader: 'Fin' })
  const [, first, second] = (await read(`/automations/${id}`)).nodes
  expect(first.config.asunto).toBe('Hola 2')
  expect(second.config).toMatchObject({ html: '<p>Final</p>', preheader: 'Fin', asunto: 'Adiós' })
  // One of this message is.
  await server.api('PUT', `/automations/${id}`, { nodes: flow.nodes })
  expect((await ask('save', { html: '<p>Mío</p>' })).body.code).toBe('edited_meanwhile')
  const bySubject = edit(`automations edit Bienvenida --message hola`)
  await bySubject.link()
  const cli = remite(server)
  const unnamed = await cli('automations', 'edit', String(id))
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('hola, adios')])
  const wrong = await cli('automations', 'edit', String(id), '--message', 'x', '--lang', 'es')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('hola, adios')])
})

test('at a terminal the message is chosen from a list', async () => {
  const flow = flowOf({
    hola: { asunto: 'Hola', html: '<p>Uno</p>' },
    adios: { asunto: 'Adiós', html: '<p>Dos</p>' },
  })
  const id = await create('/automations', { ...flow, name: 'Lista' })
  const cli = remite(server)
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    EDITOR: programOf('printf Tres > "$1"'),
  }
  const chosen = await cli.with({
    env,
    terminal: { columns: 80 },
    typed: [['Which message?', keys.down + keys.enter]],
  })(...['automations', 'edit', String(id), '--editor'])
  expect(chosen.code).toBe(0)
  expect((await read(`/automations/${id}`)).nodes[2].config.html).toBe('Tres')
})

test('of an active automation each save is a version, which is said before', async () => {
  const template = await create('/templates', { name: 'Base', html: '<p>Base</p>' })
  const flow = flowOf({ hola: { asunto: 'Hola', template_id: template } })
  const id = await create('/automations', { ...flow, name: 'Activa' })
  await server.api('PUT', `/automations/${id}/activate`)
  const run = edit(`automations edit ${id}`)
  const { ask } = await callEditor(await run.link())
  expect(run.output.stderr).toContain('This automation has been activated.')
  expect(run.output.stderr).toContain('comes from the template “Base”')
  await ask('save', { html: '<p>Propio</p>' })
  const { version, nodes } = await read(`/automations/${id}`)
  expect([version, nodes[1].config.html]).toEqual([2, '<p>Propio</p>'])
  expect(nodes[1].config).not.toHaveProperty('template_id')
  expect((await read(`/templates/${template}`)).html).toBe('<p>Base</p>')
})

test('the first save of a welcome mail creates its template, the next ones change it', async () => {
  const run = edit(`lists welcome-mail edit ${list}`, { args: ['--lang', 'es'] })
  const { ask } = await callEditor(await run.link())
  expect(run.output.stderr).toContain('aún no tiene plantilla')
  expect((await ask('load')).body).toMatchObject({ html: '', asunto: '' })
  await ask('save', { html: '<p>Hola</p>', asunto: 'Bienvenida' })
  const { welcome_template_id: template } = await read(`/lists/${list}`)
  await ask('save', { html: '<p>Hola de nuevo</p>' })
  expect((await read(`/lists/${list}`)).welcome_template_id).toBe(template)
  expect(await read(`/templates/${template}`)).toMatchObject({
    ...{ html: '<p>Hola de nuevo</p>', asunto: 'Bienvenida', version: 2 },
  })
  const again = edit(`lists welcome-mail edit ${list}`)
  await again.link()
  expect(again.output.stderr).toContain(`(ID ${template}). Each save is sent from then on`)
})

test('an opt-in mail without the link to confirm is not saved', async () => {
  const run = edit('users opt-in-mail edit --language es')
  const { ask } = await callEditor(await run.link())
  expect((await ask('load')).body.tags).toContain('confirm_url')
  const refused = (await ask('save', { html: '<p>Hola</p>', asunto: 'Confirma' })).body
  expect(refused.problems).toMatchObject([{ path: 'html', code: 'no_confirm_url' }])
  expect((await ask('check')).body.items[0]).toMatchObject({ code: 'no_confirm_url' })
  const html = '<a href="{{ confirm_url }}">Sí</a>'
  expect((await ask('save', { html })).body.problems).toMatchObject([{ path: 'asunto' }])
  await ask('save', { html, asunto: 'Confirma' })
  expect((await ask('check')).body.items).toEqual([])
  await ask('save', { asunto: 'Confirma, por favor' })
  const cli = remite(server)
  const shown = await cli('users', 'opt-in-mail', 'get', '--language', 'es', '-o', 'json')
  const { template_id: template, subject } = shown.json()
  expect(subject).toBe('Confirma, por favor')
  expect(await read(`/templates/${template}`)).toMatchObject({ html, version: 2 })
})
