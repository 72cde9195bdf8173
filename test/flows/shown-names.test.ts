import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let list: number
let campaign: string
beforeAll(async () => {
  server = await startService()
  await addSender(server)
  list = await addList(server, ['ana@correo.example'], 'Customers')
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  campaign = String(body.id)
  const conditions = { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] }
  await server.api('POST', '/segments', { name: 'All', list_id: list, conditions })
})
afterAll(() => server.close())

const terminal = { terminal: { columns: 100 }, env: { NO_COLOR: '1' } }

test('people see the names of lists instead of their numbers', async () => {
  const screen = remite(server).with(terminal)
  expect((await screen('campaigns', 'get', campaign)).stdout).toMatch(/^Lists +Customers$/m)
  expect((await screen('segments', 'list')).stdout).toMatch(/^1 +All +Customers /m)
})

test('the result of an import names its list', async () => {
  const screen = remite(server).with(terminal)
  const file = join(newFolder(), 'people.csv')
  writeFileSync(file, 'email\neva@correo.example\n')
  const imported = await screen('lists', 'import', file, '--list', 'Customers')
  expect(imported.stdout).toMatch(/^List +Customers$/m)
})

test('programs get the numbers', async () => {
  const cli = remite(server)
  const listed = await cli('segments', 'list', '-o', 'tsv', '--fields', 'name,list_id')
  expect(listed.stdout).toContain(`All\t${list}\n`)
  expect((await cli('campaigns', 'get', campaign, '--json')).json().list_id).toEqual([String(list)])
})

test('names cost one request, and only when a column shows them', async () => {
  const foreign = await startForeignServer()
  const env = { ...terminal.env, REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
  const screen = remite().with({ ...terminal, env })
  foreign.respond('GET /segments', { body: [{ id: 's1', name: 'All', list_id: 'l7' }] })
  const listRequests = () =>
    foreign.requests.filter(({ method, path }) => `${method} ${path}` === 'GET /lists').length
  try {
    const unknown = await screen('segments', 'list')
    expect([unknown.code, unknown.stdout]).toEqual([0, expect.stringContaining('l7')])
    expect(listRequests()).toBe(1)
    await screen('segments', 'list', '--fields', 'name')
    expect(listRequests()).toBe(1)
  } finally {
    await foreign.close()
  }
})
