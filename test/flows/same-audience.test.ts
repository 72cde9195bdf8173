import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Assistant, connectOverHttp } from '../support/assistant.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let assistant: Assistant
beforeAll(async () => {
  server = await startService()
  await addSender(server)
  await server.api('PUT', '/users/me', { mcp_permissions: ['read', 'draft', 'act'] })
  assistant = await connectOverHttp(server)
})
afterAll(async () => {
  await assistant.close()
  await server.close()
})

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${index}@correo.example`)

const draft = async (lists: number | number[], more: object = {}): Promise<number> =>
  (await server.api('POST', '/campaigns', campaignOf(lists, { draft: true, ...more }))).body.id

/** Returns the audience that `campaigns send --dry-run` shows. */
async function shownByCli(id: number) {
  const { code, stderr } = await remite(server)('campaigns', 'send', String(id), '--dry-run')
  expect(code).toBe(0)
  const [, most, count] = /Recipients:\s+(at most )?([\d,]+)/.exec(stderr) ?? []
  return { count: Number(count?.replaceAll(',', '')), is_most: most !== undefined }
}

async function plannedByAssistant(id: number) {
  const { data } = await assistant.call('send_campaign', { what: 'send', id })
  return data.plan.recipients
}

test('a segment of one contact in a list of 200 has the same audience in a dry run and in the plan of an assistant', async () => {
  const list = await addList(server, people(200))
  const rule = { field: 'email', operator: 'eq', value: 'person7@correo.example' }
  const conditions = { op: 'and', rules: [rule] }
  const segment = await server.api('POST', '/segments', { name: 'One', list_id: list, conditions })
  expect(segment.status).toBe(200)
  const id = await draft(list, { segment_id: segment.body.id })
  expect(await shownByCli(id)).toEqual({ count: 1, is_most: false })
  expect(await plannedByAssistant(id)).toEqual({ count: 1, is_most: false })
})

test.each([
  { name: 'one list', lists: [3], expected: { count: 3, is_most: false } },
  { name: 'two lists', lists: [2, 4], expected: { count: 4, is_most: false } },
])('a draft to $name has the same audience in both', async ({ lists, expected }) => {
  const ids: number[] = []
  for (const size of lists) ids.push(await addList(server, people(size)))
  const id = await draft(ids)
  expect(await shownByCli(id)).toEqual(expected)
  expect(await plannedByAssistant(id)).toEqual(expected)
})
