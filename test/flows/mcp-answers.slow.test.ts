import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolSpecs } from '../../src/mcp/tool-specs.ts'
import { type Assistant, connectOverHttp, type ToolResult } from '../support/assistant.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'

let sink: Sink
let server: TestService
let assistant: Assistant
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
  await server.api('PUT', '/users/me', { mcp_permissions: ['read', 'draft', 'act'] })
  assistant = await connectOverHttp(server)
})
afterAll(async () => {
  await assistant.close()
  await server.close()
  await sink.stop()
})

/** Calls a tool, and confirms its plan if it returns one. */
async function use(name: string, args: Record<string, unknown>): Promise<ToolResult> {
  called.add(`${name} ${args.what ?? ''}`.trim())
  const first = await assistant.call(name, args)
  const { confirmation } = first.data ?? {}
  answers.push([name, first])
  if (confirmation === undefined) return first
  const second = await assistant.call(name, { ...args, confirmation })
  answers.push([name, second])
  return second
}

const called = new Set<string>()
const answers: [tool: string, answer: ToolResult][] = []

const flow = (list: number, name: string) => ({
  name,
  trigger: { type: 'list_joined', list_id: list },
  nodes: [
    { id: 'in', type: 'trigger' },
    { id: 'wait', type: 'delay', config: { period: '1d' } },
    { id: 'done', type: 'exit' },
  ],
  edges: [
    { from: 'in', to: 'wait' },
    { from: 'wait', to: 'done' },
  ],
})

test('every answer of every action has the schema of its tool', async () => {
  const list = await addList(server, ['ana@uno.example', 'luis@dos.example', 'eva@uno.example'])
  const other = (await use('draft_list', { name: 'Otra' })).data.id
  await use('edit', { what: 'list', id: other, description: 'La segunda' })
  const conditions = {
    op: 'and',
    rules: [{ field: 'domain', operator: 'eq', value: 'uno.example' }],
  }
  const segment = (await use('draft_segment', { what: 'create', name: 'Uno', conditions })).data.id
  await use('draft_segment', { what: 'duplicate', id: segment })
  await use('edit', { what: 'segment', id: segment, name: 'De uno' })
  const template = (await use('draft_template', { name: 'Base', html: '<p>Hola</p>' })).data.id
  await use('edit', { what: 'template', id: template, name: 'Base', html: '<p>Hola, hola</p>' })

  const field = (await use('set_up', { what: 'field', id: list, name: 'Ciudad', type: 'text' }))
    .data.id
  await use('set_up', { what: 'change_field', id: list, field, internal: true })
  await use('set_up', { what: 'sender', from_name: 'Tienda', from_mail: 'otra@tienda.example' })
  await use('set_up', { what: 'verify_sender', from_mail: 'otra@tienda.example', code: '000000' })
  const contacts = [
    { email: 'nueva@tres.example', nombre: 'Nueva', customFields: { ciudad: 'Lugo' } },
  ]
  await use('edit', { what: 'new_contacts', id: list, contacts })
  await use('edit', { what: 'contact', id: list, contact: 'nueva@tres.example', tags: ['vip'] })
  const filter = { status: 'active' }
  const tagged = await use('change_contacts', { id: list, action: 'add_tag', tag: 'uno', filter })
  expect(tagged.data).toEqual({ ok: true, done: 4, skipped: 0 })
  const rows = 'email,nombre\npega@cinco.example,Pega\nmala,Mala\n'
  const counted = await use('import_contacts', { id: list, rows, dry_run: true })
  const imported = await use('import_contacts', { id: list, rows, tag: ['pegado'] })
  expect(imported.data).toEqual({ job_id: counted.data.job_id + 1 })
  const address = 'nunca@seis.example'
  await use('suppress', { what: 'add', suppressions: [{ email: address }] })
  await use('suppress', { what: 'lift', email: address, reason: 'Lo pidió' })
  await use('clean_list', { id: list, checks: ['syntax'] })

  const draft = await use('draft_campaign', { what: 'create', ...campaignOf(list) })
  const { id } = draft.data
  await use('draft_campaign', { what: 'update', id, preheader: 'Hasta el domingo' })
  const { id: copy } = (await use('draft_campaign', { what: 'duplicate', id })).data
  for (const what of ['campaign', 'message']) await use('check', { what, id })
  await use('check', { what: 'segment', id: segment })
  await use('check', { what: 'conditions', conditions })
  await use('check', { what: 'rules', id: segment })
  const in2Days = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await use('send_campaign', { what: 'schedule', id: copy, scheduled_at: in2Days })
  await use('stop_campaign', { what: 'unschedule', id: copy })
  await use('send_campaign', { what: 'test', id, emails: ['jefa@tienda.example'] })
  await use('send_campaign', { what: 'send', id })
  await untilStatus(server, id, 'sent')
  await use('draft_campaign', { what: 'resend', id, to: 'unopened' })
  for (const what of ['resume', 'winner']) await use('send_campaign', { what, id, variant: 'a' })
  for (const what of ['pause', 'cancel']) await use('stop_campaign', { what, id })

  const { id: automation } = (
    await use('draft_automation', { what: 'create', ...flow(list, 'Bienvenida') })
  ).data
  await use('draft_automation', { what: 'update', id: automation, name: 'Bienvenida a todos' })
  await use('run_automation', { what: 'activate', id: automation })
  await use('run_automation', { what: 'trigger', id: automation, email: 'ana@uno.example' })
  await use('run_automation', { what: 'deactivate', id: automation })

  await use('search', { q: 'uno' })
  for (const what of actionsOf('list')) {
    const given = ['contacts', 'fields', 'jobs'].includes(what) ? { id: list } : {}
    const listed = await use('list', {
      what,
      ...given,
      ...(what === 'segment_contacts' && { id: segment }),
    })
    expect(listed.isError, listed.text).toBe(false)
  }
  const ids: Record<string, number> = { campaign: id, template, segment, automation }
  for (const what of actionsOf('get')) {
    const [contact, job] = ['ana@uno.example', imported.data.job_id]
    const more = { ...(what === 'contact' && { contact }), ...(what === 'job' && { job }) }
    const got = await use('get', {
      what,
      ...(what !== 'account' && { id: ids[what] ?? list }),
      ...more,
    })
    expect(got.isError, got.text).toBe(false)
  }
  for (const what of actionsOf('report')) {
    const given: Record<string, object> = {
      campaign: { id, interval: 'day', breakdown: true },
      links: { id },
      recipients: { id },
      automation: { id: automation, include: 'runs' },
      contact: { id: list, contact: 'ana@uno.example' },
    }
    const told = await use('report', { what, ...given[what] })
    expect(told.isError, told.text).toBe(false)
  }
  await use('delete', { what: 'field', id: list, field })
  await use('delete', { what: 'contact', id: list, contact: 'eva@uno.example' })
  await use('delete', { what: 'campaign', id: copy })
  await use('delete', { what: 'automation', id: automation, force: true })
  await use('delete', { what: 'segment', id: segment })
  await use('delete', { what: 'list', id: other })

  const all = toolSpecs.flatMap(({ name, actions }) =>
    actions.map(({ choice }) => (actions.length > 1 ? `${name} ${choice}` : name)),
  )
  expect([...called].sort()).toEqual(all.sort())
  const { tools } = await assistant.client.listTools()
  const validator = new AjvJsonSchemaValidator()
  const wrong: string[] = []
  const answered = new Set<string>()
  for (const [name, { isError, data }] of answers) {
    if (isError) continue
    answered.add(name)
    const schema = tools.find((each) => each.name === name)?.outputSchema
    // A field that the schema does not name would match it too.
    const strict = JSON.parse(JSON.stringify(schema), (_, value) =>
      value?.properties ? { ...value, additionalProperties: false } : value,
    )
    const { valid, errorMessage } = validator.getValidator(strict)(data)
    if (!valid) wrong.push(`${name}: ${errorMessage} ${JSON.stringify(data)}`)
  }
  expect(wrong).toEqual([])
  expect(answered.size).toBe(tools.length)
})

const actionsOf = (tool: string): string[] =>
  toolSpecs
    .filter(({ name }) => name === tool)
    .flatMap(({ actions }) => actions.map(({ choice }) => choice))
