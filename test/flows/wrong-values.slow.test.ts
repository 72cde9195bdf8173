import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { subscriberXsid } from '../../src/service/subscription/subscriber-xsid.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { type RightValues, wrongCommands } from '../support/processes/wrong-values.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
let right: RightValues

beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  const made = async (path: string, body: object) => (await server.api('POST', path, body)).body
  const campaign = await made('/campaigns', campaignOf(list, { draft: true }))
  const segment = await made('/segments', {
    name: 'Lugo',
    conditions: { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] },
  })
  const cleaning = { checks: ['syntax'], action: 'report' }
  const { job_id: job } = await made(`/lists/${list}/clean`, cleaning)
  const field = await made(`/lists/${list}/fields`, { name: 'Ciudad', type: 'text' })
  const template = await made('/templates', { name: 'Boletín', html: '<p>Hola</p>' })
  const automation = await made('/automations', {
    name: 'Welcome',
    trigger: { type: 'list_joined', list_id: list },
    nodes: [{ id: 'in', type: 'trigger' }],
    edges: [],
  })
  const webhook = await made(`/users/${server.accountId}/webhooks`, {
    url: 'https://hooks.example.org/in',
    events: ['contact.open'],
  })
  const contact = await server.service.db
    .selectFrom('contacts')
    .select('id')
    .executeTakeFirstOrThrow()
  const number = (thing: { id: number }) => String(thing.id)
  const file = join(newFolder(), 'people.csv')
  writeFileSync(file, 'email\nluis@correo.example\n')
  right = {
    campaign: number(campaign),
    list: String(list),
    segment: number(segment),
    template: number(template),
    automation: number(automation),
    user: String(server.accountId),
    webhook: number(webhook),
    field: number(field),
    job: String(job),
    contact: 'ana@correo.example',
    'contact-id': String(contact.id),
    sender: 'news@tienda.example',
    email: 'ana@correo.example',
    ADDRESS: 'ana@correo.example',
    URL: 'https://shop.example',
    TIME: '2030-01-01T09:00',
    FILE: file,
    file,
    xsid: subscriberXsid(server.service.secrets.sids, {
      contactId: contact.id,
      listId: list,
      campaignId: null,
    }),
    'config set value': 'UTC',
    path: '/lists',
    name: 'News',
    'database backup file': join(newFolder(), 'copy.db'),
  }
})
afterAll(() => server.close())

/** A request that changed something, in the trace of `--debug`. */
const change = /^> (?:POST|PUT|DELETE|PATCH) \S+[\s\S]*?^< 2\d\d/m

interface Outcome {
  command: string
  code: number
  text: string
  fault: string
}

async function outcomeOf(argv: string[], subject: RegExp): Promise<Outcome | undefined> {
  const stopped = AbortSignal.timeout(3000)
  const run = cli.with({ stopped, stdin: 'a long secret for a password or a key, of 48 letters' })
  const { code, stderr } = await run(...argv, '--no-input', '--debug')
  const text = stderr.slice(Math.max(0, stderr.lastIndexOf('error:')))
  const fault = [
    ...([2, 3, 6].includes(code) ? [] : ['exit']),
    ...(subject.test(text) ? [] : ['does not name it']),
    ...(change.test(stderr) ? ['changed something'] : []),
  ].join(', ')
  return fault === '' ? undefined : { command: argv.join(' '), code, text, fault }
}

test('a wrong value for a flag or an argument is named, and nothing is done', async () => {
  const faults: Outcome[] = []
  let count = 0
  for (const verb of tree) {
    for (const { argv, subject } of wrongCommands(verb, right)) {
      count++
      const outcome = await outcomeOf(argv, subject)
      if (outcome) faults.push(outcome)
    }
  }
  expect(count).toBeGreaterThan(300)
  expect(faults).toEqual([])
})
