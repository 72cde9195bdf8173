import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callEditor, runEditor } from '../support/browser/editor.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
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

async function draft(): Promise<number> {
  const campaign = campaignOf(list, { html: '<p>Uno</p>', draft: true })
  return (await server.api('POST', '/campaigns', campaign)).body.id
}
const read = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body

function edit(id: number, folder: string, args: readonly string[] = []) {
  const run = runEditor(server, id, { folder, args })
  runs.push(run)
  return run
}
const filesIn = (folder: string) =>
  readdirSync(join(folder, 'state', 'editor')).map((name) => join(folder, 'state', 'editor', name))

test('Done says what was saved, and an editor that nobody leaves alone is not called idle', async () => {
  const id = await draft()
  const run = edit(id, newFolder())
  const { ask } = await callEditor(await run.link())
  await ask('save', { html: '<p>Dos</p>' })
  await ask('save', { asunto: 'Otra' })
  await ask('done')
  expect(await run.ended).toBe(0)
  expect(run.output.stderr).toMatch(/Saved, last at [\d:]+.*: message, subject\./)
  expect(run.output.stderr).not.toContain('half an hour')
  const idle = edit(id, newFolder(), ['--lang', 'es'])
  await (await callEditor(await idle.link())).ask('done')
  expect(await idle.ended).toBe(0)
  expect(idle.output.stderr).toContain('No hay cambios que guardar.')
})

test('Ctrl-C keeps changes that were not saved, and the next run offers them', async () => {
  const [id, folder] = [await draft(), newFolder()]
  const run = edit(id, folder)
  const link = await run.link()
  const { ask } = await callEditor(link)
  await ask('keep', { html: '<p>Dos</p>' })
  const [file = ''] = filesIn(folder)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'state', 'editor')).mode & 0o777).toBe(0o700)
  expect(await run.stop()).toBe(130)
  expect(run.output.stderr).toContain(`to go on, use \`remite campaigns edit ${id}\``)
  const next = edit(id, folder)
  const again = await next.link()
  // The browser's storage belongs to an address.
  expect(new URL(again).origin).toBe(new URL(link).origin)
  const second = await callEditor(again)
  const { earlier } = (await second.ask('load')).body
  expect(earlier).toMatchObject({ content: { html: '<p>Dos</p>', asunto: 'Rebajas de enero' } })
  await second.ask('restore', { ...earlier.content, version: earlier.version })
  expect((await second.ask('save', { html: '<p>Dos</p>' })).status).toBe(200)
  await second.ask('done')
  expect(await next.ended).toBe(0)
  expect((await read(id)).html).toBe('<p>Dos</p>')
  expect(filesIn(folder)).toEqual([])
})

test('a draft of an editor that was killed is offered, and a later save of another person is found', async () => {
  const [id, folder] = [await draft(), newFolder()]
  const run = edit(id, folder)
  const { ask } = await callEditor(await run.link())
  await ask('keep', { html: '<p>Mío</p>' })
  const [file = ''] = filesIn(folder)
  const asKilled = readFileSync(file)
  await ask('keep', { html: '<p>Uno</p>' })
  await ask('done')
  await run.ended
  writeFileSync(file, asKilled)
  await server.api('PUT', `/campaigns/${id}`, { html: '<p>Suyo</p>' })
  const next = await callEditor(await edit(id, folder).link())
  const { earlier, version } = (await next.ask('load')).body
  expect(earlier.version).not.toBe(version)
  await next.ask('restore', { ...earlier.content, version: earlier.version })
  expect((await next.ask('save', { html: '<p>Mío</p>' })).body.code).toBe('edited_meanwhile')
  const taken = (await next.ask('reload', earlier.content)).body
  expect(taken.html).toBe('<p>Suyo</p>')
  expect(readFileSync(taken.file, 'utf8')).toContain('<p>Mío</p>')
})

test('a draft that was saved elsewhere, or discarded, is not offered', async () => {
  const [id, folder] = [await draft(), newFolder()]
  const run = edit(id, folder)
  await (await callEditor(await run.link())).ask('keep', { html: '<p>Dos</p>' })
  await run.stop()
  const next = await callEditor(await edit(id, folder).link())
  expect((await next.ask('load')).body.earlier.content.html).toBe('<p>Dos</p>')
  await next.ask('save', { html: '<p>Dos</p>' })
  expect((await next.ask('load')).body.earlier).toBe(undefined)
  await next.ask('save', { html: '<p>Tres</p>' })
  await next.ask('discard')
  const last = await callEditor(await edit(id, folder).link())
  expect((await last.ask('load')).body.earlier).toBe(undefined)
})

test('only the draft of a campaign is saved by itself, or what the user wants', async () => {
  const id = await draft()
  const pauseOf = async (args: readonly string[]) =>
    (await (await callEditor(await edit(id, newFolder(), args).link())).ask('load')).body.autosaveMs
  expect(await pauseOf([])).toBe(5000)
  expect(await pauseOf(['--autosave', '1m'])).toBe(60_000)
  expect(await pauseOf(['--no-autosave'])).toBe(undefined)
  await server.service.db
    .updateTable('campaigns')
    .set({ status: 'scheduled' })
    .where('id', '=', id)
    .execute()
  expect(await pauseOf([])).toBe(undefined)
  expect(await edit(id, newFolder(), ['--autosave', 'soon']).ended).toBe(2)
  expect(await edit(id, newFolder(), ['--autosave', '5s', '--no-autosave']).ended).toBe(2)
})
