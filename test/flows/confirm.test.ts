import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await addSender(server)
})
afterAll(() => server.close())

/** Makes a thing of each kind, and returns the words that delete or cancel it. */
const removals: Record<string, (name: string) => Promise<{ words: string[]; id: string }>> = {
  'campaigns delete': async (camp_name) => {
    const list = await addList(server, [])
    const draft = campaignOf(list, { draft: true, camp_name })
    return made(await server.api('POST', '/campaigns', draft), 'campaigns', 'delete')
  },
  'campaigns cancel': async (camp_name) => {
    const list = await addList(server, [])
    const draft = campaignOf(list, { draft: true, camp_name })
    const { body } = await server.api('POST', '/campaigns', draft)
    const time = { scheduled_at: '2099-01-01T09:00:00Z' }
    await server.api('PUT', `/campaigns/${body.id}/schedule`, time)
    return made({ body }, 'campaigns', 'cancel')
  },
  'lists delete': async (name) =>
    made(await server.api('POST', '/lists', { name }), 'lists', 'delete'),
  'segments delete': async (name) => {
    const conditions = { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] }
    return made(
      await server.api('POST', '/segments', { name, conditions }),
      ...['segments', 'delete'],
    )
  },
  'lists fields delete': async (name) => {
    const list = await addList(server, [])
    const field = await server.api('POST', `/lists/${list}/fields`, { name, type: 'text' })
    const { words, id } = made(field, 'lists', 'fields', 'delete')
    return { words: [...words, '--list', String(list)], id }
  },
  'webhooks delete': async (name) => {
    const input = { url: `https://ganchos.example/${name}`, events: ['contact.bounce'] }
    return made(
      await server.api('POST', `/users/${server.accountId}/webhooks`, input),
      ...['webhooks', 'delete'],
    )
  },
  'users delete': async (name) => {
    const user = { username: name, email: `${name}@ejemplo.example`, pass: 'a long password' }
    return made(await server.api('POST', '/users', user), 'users', 'delete')
  },
  'automations delete': async (name) => {
    const list = await addList(server, [])
    const flow = {
      name,
      trigger: { type: 'list_joined', list_id: list },
      nodes: [{ id: 'in', type: 'trigger' }],
      edges: [],
    }
    return made(await server.api('POST', '/automations', flow), 'automations', 'delete')
  },
}

function made({ body }: { body: { id: number } }, ...verb: string[]) {
  return { words: [...verb, String(body.id)], id: String(body.id) }
}

test.each(Object.keys(removals))(
  '%s is confirmed by name, in any case, or by number',
  async (verb) => {
    const make = removals[verb]
    if (!make) throw new Error(verb)
    const shown = (name: string) =>
      verb === 'webhooks delete' ? `https://ganchos.example/${name}` : name
    const byName = await make('primero')
    const wrong = await cli(...byName.words, '--confirm', 'Otra')
    expect([wrong.code, wrong.stderr]).toEqual([7, expect.stringContaining(shown('primero'))])
    expect(wrong.stderr).toContain(byName.id)
    const right = await cli(...byName.words, '--confirm', shown('Primeró'))
    expect(right.code, right.stderr).toBe(0)
    const byNumber = await make('segundo')
    const unconfirmed = await cli(...byNumber.words)
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([7, expect.stringContaining('--yes')])
    expect(unconfirmed.stderr).toContain(shown('segundo'))
    expect((await cli(...byNumber.words, '--confirm', byNumber.id)).code).toBe(0)
  },
)

test('a send is confirmed by name or by number, also through `api`', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const draft = async () =>
    String((await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id)
  const [one, two, three] = [await draft(), await draft(), await draft()]
  const run = cli
  expect((await run('campaigns', 'send', one, '--confirm', one)).code).toBe(0)
  expect((await run('campaigns', 'send', two, '--confirm', 'Rebajas')).code).toBe(0)
  expect((await run('campaigns', 'send', three, '--confirm', two)).code).toBe(7)
  expect((await run('api', 'PUT', `/campaigns/${three}/send`, '--confirm', three)).code).toBe(0)
  expect((await run('api', 'DELETE', `/lists/${list}`, '--confirm', String(list))).code).toBe(6)
})
