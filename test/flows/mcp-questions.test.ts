import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import {
  PromptListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOverHttp, connectOverStdio, permittedTools } from '../support/assistant.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const permit = (...permissions: string[]) =>
  server.api('PUT', '/users/me', { mcp_permissions: permissions })

/** Connects a client whose user answers a question, and deletes a list through it. */
async function deleteAsking(elicit: (message: string) => ElicitResult | Promise<ElicitResult>) {
  await permit('read', 'act')
  const list = await addList(server, ['eva@uno.example'])
  const questions: string[] = []
  const assistant = await connectOverStdio(server, [], {
    elicit: async (message) => {
      questions.push(message)
      return elicit(message)
    },
  })
  const answer = await assistant.call('delete', { what: 'list', id: list })
  await assistant.close()
  const { status } = await server.api('GET', `/lists/${list}`)
  return { answer, questions, list, isThere: status === 200 }
}

const accepted: ElicitResult = { action: 'accept', content: { confirm: true } }

test('a client that can ask its user needs no second call', async () => {
  const { answer, questions, list, isThere } = await deleteAsking(() => accepted)
  expect(answer).toMatchObject({ isError: false, data: { ok: true } })
  expect(isThere).toBe(false)
  expect(questions).toHaveLength(1)
  const lines = questions[0]?.split('\n')
  expect(lines?.[0]).toBe('Delete a list and its contacts?')
  expect(lines).toEqual(expect.arrayContaining(['account: ana', `id: ${list}`, 'contacts: 1']))
})

const refusals: ElicitResult[] = [
  { action: 'decline' },
  { action: 'cancel' },
  { action: 'accept', content: { confirm: false } },
]
test.each(refusals)('nothing is done after %j', async (given) => {
  const { answer, isThere } = await deleteAsking(() => given)
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('did not agree') })
  expect(isThere).toBe(true)
})

test('a client that fails to ask gets the plan', async () => {
  const { answer, isThere } = await deleteAsking(() => {
    throw new Error('no screen')
  })
  expect(answer.data).toMatchObject({ confirmation: expect.any(String) })
  expect(isThere).toBe(true)
})

test('an answer without the confirmation is none', async () => {
  const { answer, isThere } = await deleteAsking(() => ({ action: 'accept', content: {} }))
  expect(answer.data).toMatchObject({ confirmation: expect.any(String) })
  expect(isThere).toBe(true)
})

test('what changed while the user thought is not done', async () => {
  const { answer, isThere } = await deleteAsking(async (message) => {
    const id = Number(/^id: (\d+)$/m.exec(message)?.[1])
    await server.api('POST', `/lists/${id}/contacts`, { email: 'otra@dos.example' })
    return accepted
  })
  expect(answer.text).toContain('The plan has changed since it was confirmed')
  expect(isThere).toBe(true)
})

test('a permission that was taken back meanwhile counts', async () => {
  const { answer, isThere } = await deleteAsking(async () => {
    await permit('read')
    return accepted
  })
  expect(answer.text).toContain('--mcp-permission act')
  expect(isThere).toBe(true)
})

test('over HTTP a client is told at its next request that it may do something else', async () => {
  await permit('read')
  const assistant = await connectOverHttp(server)
  const told: string[] = []
  for (const schema of [ToolListChangedNotificationSchema, PromptListChangedNotificationSchema]) {
    assistant.client.setNotificationHandler(schema, ({ method }) => {
      told.push(method)
    })
  }
  const { tools, prompts } = assistant.client.getServerCapabilities() ?? {}
  expect([tools, prompts]).toEqual([{ listChanged: true }, { listChanged: true }])
  expect(await permittedTools(assistant)).not.toContain('draft_list')
  await assistant.call('list', { what: 'lists' })
  expect(told).toEqual([])
  await permit('read', 'draft')
  const { data } = await assistant.call('list', { what: 'lists' })
  expect(data.items).toBeInstanceOf(Array)
  expect(told).toEqual(['notifications/tools/list_changed', 'notifications/prompts/list_changed'])
  expect(await permittedTools(assistant)).toContain('draft_list')
  expect(told).toHaveLength(2)
  await assistant.close()
})
