import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  await addSender(server)
})
afterAll(() => server.close())

const save = (body: object, headers: Record<string, string> = {}) =>
  server.api('POST', '/templates', body, headers)
const read = (id: number, query = '') => server.api('GET', `/templates/${id}${query}`)
const html = '<p>Hola {{ nombre }}</p>'

async function saved(more: object = {}): Promise<number> {
  const { status, body } = await save({ name: 'Monthly', html, ...more })
  expect([status, body]).toEqual([200, { ok: true, id: body.id, version: 1 }])
  return body.id
}

test('a template is stored as sent, and every later message is a new version', async () => {
  const id = await saved({ asunto: 'News', text: 'Hola' })
  const second = await save({ id, html: '<p>Adiós</p>' })
  expect(second.body).toEqual({ ok: true, id, version: 2 })
  expect((await read(id)).body).toEqual({
    id,
    name: 'Monthly',
    asunto: 'News',
    version: 2,
    archived: false,
    html: '<p>Adiós</p>',
    text: 'Hola',
    mjml: null,
    editor_json: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect((await read(id, '?version=1')).body).toMatchObject({ version: 1, html, text: 'Hola' })
  expect((await read(id, '?version=3')).status).toBe(404)
})

test('renaming and archiving make no version; archived templates are listed on request', async () => {
  const id = await saved({ name: 'Easter 100%' })
  expect((await save({ id: String(id), name: 'Easter 50%' })).body.version).toBe(1)
  const listed = async (query: string) =>
    (await server.api('GET', `/templates?${query}`)).body.map(
      (template: { id: number }) => template.id,
    )
  expect(await listed('q=easter 50%25')).toEqual([id])
  expect(await listed('q=easter 5_')).toEqual([])
  expect((await save({ id, archived: true })).body.version).toBe(1)
  expect(await listed('q=easter')).toEqual([])
  expect(await listed('q=easter&archived=1')).toEqual([id])
  expect((await read(id)).body).toMatchObject({ archived: true, name: 'Easter 50%' })
  await save({ id, archived: false })
  expect(await listed('q=easter')).toEqual([id])
})

test('the list shows newest versions without their message, page by page', async () => {
  const first = await saved({ name: 'Page' })
  const second = await saved({ name: 'Page' })
  await save({ id: second, asunto: 'Later' })
  const page = await server.api('GET', '/templates?q=page&order=desc&limit=1')
  expect(page.body).toMatchObject([{ id: second, version: 2, asunto: 'Later' }])
  expect(Object.keys(page.body[0])).not.toContain('html')
  const cursor = page.headers.get('x-next-cursor')
  const next = await server.api('GET', `/templates?q=page&order=desc&limit=1&cursor=${cursor}`)
  expect(next.body.map((template: { id: number }) => template.id)).toEqual([first])
  expect(next.headers.get('x-next-cursor')).toBeNull()
})

test('a change based on an outdated version is refused', async () => {
  const id = await saved()
  const { headers } = await read(id)
  const ifMatch = { 'if-match': headers.get('etag') ?? '' }
  const renamed = await save({ id, name: 'Weekly' }, ifMatch)
  expect(renamed.status).toBe(200)
  expect(renamed.headers.get('etag')).toBe((await read(id)).headers.get('etag'))
  const late = await save({ id, html: '<p>x</p>' }, ifMatch)
  expect([late.status, late.body.code]).toEqual([412, 'edited_meanwhile'])
  expect((await read(id)).body).toMatchObject({ name: 'Weekly', version: 1, html })
})

test('of two concurrent saves each becomes a version, or one is told to reload', async () => {
  const id = await saved()
  const both = await Promise.all([save({ id, html: '<p>a</p>' }), save({ id, html: '<p>b</p>' })])
  const versions = both.filter(({ status }) => status === 200).map(({ body }) => body.version)
  expect(new Set(versions).size).toBe(versions.length)
  expect((await read(id)).body.version).toBe(Math.max(...versions))
  for (const { status } of both) expect([200, 412]).toContain(status)
})

test('broken or empty content is refused with its own code, and nothing is stored', async () => {
  const cases: [object, string, string?][] = [
    [{ html }, 'invalid', 'name'],
    [{ name: 'x' }, 'invalid', 'html'],
    [{ name: 'x', html: ' ' }, 'invalid', 'html'],
    [{ name: 'x', html: '<p>{{ nombre </p>' }, 'merge_tag_broken'],
    [{ name: 'x', html, asunto: '{% if %}' }, 'merge_tag_broken'],
    [{ name: 'x', html, text: '{{ a | nothing }}' }, 'merge_tag_broken'],
    [{ name: 'x', html, editor_json: '{' }, 'invalid', 'editor_json'],
    [{ name: 'x', editor_json: '{}' }, 'invalid', 'html'],
    [{ name: 'x', html, asunto: 'a\r\nBcc: b' }, 'invalid', 'asunto'],
  ]
  const before = (await server.api('GET', '/templates')).body.length
  for (const [body, code, field] of cases) {
    const answer = await save(body)
    expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([422, code])
    if (field !== undefined) expect(answer.body.errors[0].field).toBe(field)
  }
  expect((await server.api('GET', '/templates')).body).toHaveLength(before)
  const id = await saved()
  expect((await save({ id, html: '' })).status).toBe(422)
  expect((await read(id)).body).toMatchObject({ html, version: 1 })
})

test('a broken merge tag is named with its position', async () => {
  const { body } = await save({ name: 'x', html: '<p>\n{{ nombre </p>' })
  expect(body.values).toMatchObject({ place: 'html', line: 2 })
})

test('MJML and the editor document stay with the HTML they came with', async () => {
  const mjml = '<mjml><mj-body></mj-body></mjml>'
  const id = await saved({ mjml, editor_json: '{"rows":[]}' })
  expect((await read(id)).body).toMatchObject({ html, mjml, editor_json: '{"rows":[]}' })
  await save({ id, asunto: 'Only the subject' })
  expect((await read(id)).body).toMatchObject({ mjml, asunto: 'Only the subject' })
  await save({ id, html: '<p>By hand</p>' })
  expect((await read(id)).body).toMatchObject({ mjml: null, editor_json: null })
  expect((await read(id, '?version=1')).body.mjml).toBe(mjml)
})

test('another account can neither see nor change a template', async () => {
  const id = await saved()
  const otherAccount = await server.other()
  expect((await otherAccount.api('GET', `/templates/${id}`)).status).toBe(404)
  expect((await otherAccount.api('POST', '/templates', { id, html: 'x' })).status).toBe(404)
  expect((await otherAccount.api('GET', '/templates')).body).toEqual([])
  expect((await read(id)).body.version).toBe(1)
})

/** Generates message texts with merge tags and images. */
const message = fc
  .tuple(
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/[\u0000{}]/g, '')),
    fc.constantFrom('', '{{ nombre }}', '<img src="data:image/png;base64,AAAA">', '\r\n'),
  )
  .map((parts) => parts.join(''))
const line = message.map((text) => text.replace(/[\r\n]/g, ' '))
const content = fc.record({
  name: line.map((text) => `N ${text}`),
  html: message.map((text) => `<p>${text}`),
  asunto: line,
  text: message,
  mjml: fc.option(message, { nil: undefined }),
  editor_json: fc.option(fc.json({ maxDepth: 2 }), { nil: undefined }),
})

test('an exported template is the same in another account', async () => {
  const otherAccount = await server.other()
  await fc.assert(
    fc.asyncProperty(content, async (body) => {
      const { id } = (await save(body)).body
      const file = (await read(id, '?export=1')).body
      const taken = await otherAccount.api('POST', '/templates', { import: file })
      expect(taken.status, JSON.stringify(taken.body)).toBe(200)
      const copy = await otherAccount.api('GET', `/templates/${taken.body.id}`)
      const sent = JSON.parse(JSON.stringify(body))
      expect(copy.body).toMatchObject({ mjml: null, editor_json: null, ...sent, version: 1 })
      const again = await otherAccount.api('GET', `/templates/${taken.body.id}?export=1`)
      expect(again.body).toEqual(file)
    }),
    { numRuns: 20 },
  )
})

test('a file that was altered or has unknown content is refused', async () => {
  const id = await saved({ asunto: 'News' })
  const file = (await read(id, '?export=1')).body
  const changes: [object, string, string][] = [
    [{ html: '<p>Other</p>' }, 'import.checksum', 'bad_checksum'],
    [{ name: 'Other' }, 'import.checksum', 'bad_checksum'],
    [{ mjml: '' }, 'import.checksum', 'bad_checksum'],
    [{ checksum: 'f'.repeat(64) }, 'import.checksum', 'bad_checksum'],
    [{ scripts: [] }, 'import.scripts', 'unknown_field'],
    [{ version: 2 }, 'import.version', 'not_a_choice'],
  ]
  for (const [change, field, code] of changes) {
    const { status, body } = await save({ import: { ...file, ...change } })
    expect([status, body.errors?.[0]], JSON.stringify(change)).toEqual([
      422,
      expect.objectContaining({ field, code, message: expect.any(String) }),
    ])
  }
})

test('key order and whitespace in a file do not matter', async () => {
  const id = await saved()
  const file = (await read(id, '?export=1')).body
  const turned = Object.fromEntries(Object.entries(file).reverse())
  expect((await save({ import: turned })).status).toBe(200)
})

test('a file becomes a new version or a template under another name, nothing else', async () => {
  const id = await saved()
  const file = (await read(await saved({ html: '<p>Other</p>', name: 'Other' }), '?export=1')).body
  expect((await save({ import: file, id, name: 'Kept' })).body.version).toBe(2)
  expect((await read(id)).body).toMatchObject({ name: 'Kept', html: '<p>Other</p>' })
  const both = await save({ import: file, html })
  expect(both.body.errors[0]).toMatchObject({ field: 'html', code: 'not_together' })
})

test('a campaign keeps its message when the template changes', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const id = await saved({ text: 'Hola, {{ nombre }}' })
  const { html: _, ...bare } = campaignOf(list, { draft: true, template_id: id })
  const created = await server.api('POST', '/campaigns', bare)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  await save({ id, html: '<p>Other</p>', text: 'Other' })
  const campaign = async () => (await server.api('GET', `/campaigns/${created.body.id}`)).body
  expect(await campaign()).toMatchObject({ template_id: id, html, text: 'Hola, {{ nombre }}' })
  await server.api('PUT', `/campaigns/${created.body.id}`, { template_id: id })
  expect(await campaign()).toMatchObject({ html: '<p>Other</p>', text: 'Other' })
  await server.api('PUT', `/campaigns/${created.body.id}`, { template_id: null })
  expect(await campaign()).toMatchObject({ template_id: null, html: '<p>Other</p>' })
  const custom = await server.api('POST', '/campaigns', {
    ...bare,
    html: '<p>Own</p>',
    text: 'Own',
  })
  expect((await server.api('GET', `/campaigns/${custom.body.id}`)).body).toMatchObject({
    template_id: id,
    html: '<p>Own</p>',
    text: 'Own',
  })
  const listed = (await server.api('GET', '/campaigns')).body
  expect(listed[0].template_id).toBe(id)
})

test('a campaign cannot use a template of another account', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const otherAccount = await server.other()
  const theirs = (await otherAccount.api('POST', '/templates', { name: 'x', html })).body.id
  for (const template_id of [theirs, 999_999]) {
    const created = await server.api('POST', '/campaigns', campaignOf(list, { template_id }))
    expect(created.status).toBe(422)
    expect(created.body.errors[0]).toMatchObject({ field: 'template_id', code: 'unknown_id' })
  }
})

test('a list’s welcome template is one of the account’s, or none', async () => {
  const id = await saved()
  const otherAccount = await server.other()
  const list = (await server.api('POST', '/lists', { name: 'Welcome', welcome_template_id: id }))
    .body
  const welcome = async () =>
    (await server.api('GET', `/lists/${list.id}`)).body.welcome_template_id
  expect(await welcome()).toBe(id)
  const edit = (welcome_template_id: number | null) =>
    server.api('PUT', `/lists/${list.id}`, { welcome_template_id })
  const wrong = await edit(999_999)
  expect(wrong.body.errors[0]).toMatchObject({ field: 'welcome_template_id', code: 'unknown_id' })
  expect(await welcome()).toBe(id)
  const theirs = await otherAccount.api('POST', '/lists', {
    name: 'Welcome',
    welcome_template_id: id,
  })
  expect(theirs.status).toBe(422)
  await edit(null)
  expect(await welcome()).toBeNull()
})

test('a template is found by name until it is archived', async () => {
  const id = await saved({ name: 'Otoño gallego' })
  const found = async () => (await server.api('GET', '/search?q=otono')).body.templates
  expect(await found()).toEqual([{ id, name: 'Otoño gallego', version: 1 }])
  await save({ id, archived: true })
  expect(await found()).toEqual([])
})

const isInstalled = await import('mjml' as string).then(
  () => true,
  () => false,
)

test.skipIf(isInstalled)('MJML alone is refused where its package is not installed', async () => {
  const { status, body } = await save({ name: 'x', mjml: '<mjml></mjml>' })
  expect(status).toBe(422)
  expect(body.errors[0]).toMatchObject({ field: 'mjml', code: 'mjml_missing' })
  expect(body.errors[0].message).toContain('npm package mjml')
})

test.runIf(isInstalled)(
  'MJML becomes HTML, keeps its merge tags, and includes no file',
  async () => {
    const mjml = (text: string) =>
      `<mjml><mj-body><mj-section><mj-column>${text}</mj-column></mj-section></mj-body></mjml>`
    const id = await saved({ html: undefined, mjml: mjml('<mj-text>Hola {{ nombre }}</mj-text>') })
    const { body } = await read(id)
    expect(body.html).toContain('Hola {{ nombre }}')
    expect(body.html).toContain('<table')
    const included = await save({ name: 'x', mjml: mjml('<mj-include path="/etc/passwd" />') })
    const shown = included.status === 200 ? (await read(included.body.id)).body.html : ''
    expect(shown).not.toContain('root:')
    const wrong = await save({ name: 'x', mjml: mjml('<mj-nothing />') })
    expect(wrong.body.errors[0]).toMatchObject({ field: 'mjml', code: 'bad_mjml' })
  },
)
