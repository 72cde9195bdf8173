import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

/** The candidates for the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const { code, stdout } = await cli('__complete', '--', ...words)
  expect(code).toBe(0)
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

test('a created thing is offered, under its new name once it is renamed, and not once it is deleted', async () => {
  await cli('lists', 'create', '--name', 'Clientes de Soria')
  expect(await offered('lists', 'get', 'cli')).toEqual(['Clientes de Soria'])
  await cli('lists', 'update', 'Clientes de Soria', '--name', 'Clientes de Ávila')
  expect(await offered('lists', 'get', 'cli')).toEqual(['Clientes de Ávila'])
  expect(await offered('campaigns', 'create', '--list', 'CLIENTES DE A')).toEqual([
    'Clientes de Ávila',
  ])
  await cli('lists', 'delete', 'Clientes de Ávila', '--yes')
  expect(await offered('lists', 'get', 'cli')).toEqual([])
})

test('what a list or a card has shown is offered, and forgotten once the server lacks it', async () => {
  const { body } = await server.api('POST', '/templates', { name: 'Boletín', html: '<p>Hola</p>' })
  expect(await offered('templates', 'get', 'bol')).toEqual([])
  await cli('templates', 'list')
  expect(await offered('templates', 'get', 'bol')).toEqual(['Boletín'])
  await server.service.db.deleteFrom('template_versions').execute()
  await server.service.db.deleteFrom('templates').execute()
  expect((await cli('templates', 'get', String(body.id))).code).toBe(3)
  expect(await offered('templates', 'get', 'bol')).toEqual([])
})

test('fields and webhooks, which belong to something, are offered as well', async () => {
  await cli('lists', 'create', '--name', 'Noticias')
  await cli('lists', 'fields', 'create', '--list', 'Noticias', '--name', 'Ciudad', '--type', 'text')
  expect(await offered('lists', 'fields', 'delete', '')).toEqual(['Ciudad'])
  const hook = 'https://ganchos.example/entrada'
  await cli('webhooks', 'create', '--url', hook, '--event', 'contact.bounce')
  expect(await offered('webhooks', 'update', '')).toEqual([hook])
  await cli('webhooks', 'delete', hook, '--yes')
  expect(await offered('webhooks', 'update', '')).toEqual([])
})

test('the names and properties of events that were sent or shown are offered, in --where too', async () => {
  await cli('lists', 'create', '--name', 'Tienda')
  await cli('contacts', 'add', '--list', 'Tienda', '--email', 'ana@example.org')
  await cli(
    ...['events', 'send', 'purchase', '--email', 'ana@example.org', '--property', 'total=30'],
    ...['--property', 'items=[{"sku": "A-1"}]'],
  )
  await server.api('POST', '/events', { name: 'page view', email: 'ana@example.org' })
  expect(await offered('events', 'send', '')).toEqual(['purchase'])
  await cli('segments', 'fields')
  expect(await offered('events', 'received', '--name', 'p')).toEqual(['page view', 'purchase'])
  expect(await offered('automations', 'trigger', '3', '--event=pu')).toEqual(['--event=purchase'])
  expect(await offered('events', 'send', 'purchase', '--property', 't')).toEqual(['total='])
  const where = async (text: string) => offered('segments', 'preview', '--where', text)
  expect(await where('\'did "pu')).toEqual(['did "purchase"'])
  expect(await where("'opened and did ")).toEqual([
    'opened and did "page view"',
    'opened and did "purchase"',
  ])
  expect(await where('\'did "purchase" with ')).toEqual([
    'did "purchase" with items',
    'did "purchase" with "items[].sku"',
    'did "purchase" with total',
  ])
  expect(await where('\'did "purchase" with total >= 5, it')).toEqual([
    'did "purchase" with total >= 5, items',
    'did "purchase" with total >= 5, "items[].sku"',
  ])
  expect(await where('\'did "purchase" in ')).toEqual([])
})
