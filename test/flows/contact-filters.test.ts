import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  await server.api('POST', '/lists', { name: 'Clientes' })
  await server.api('POST', '/lists/1/fields', { name: 'ciudad', type: 'text' })
  const people = [
    { email: 'ana@correo.example', nombre: 'Ana Ruiz', customFields: { ciudad: 'Lugo' } },
    { email: 'eva@tienda.example', nombre: 'Eva Ana', customFields: { ciudad: 'Soria' } },
    { email: 'leo@correo.example', nombre: 'Leo', customFields: { ciudad: 'Lugo' } },
  ]
  await server.api('POST', '/lists/1/contacts', { contacts: people })
})
afterAll(() => server.close())

const listed = async (...more: string[]) => {
  const run = await remite(server)('contacts', 'list', '--list', '1', '--fields', 'email', ...more)
  expect([run.code, run.stderr]).toEqual([0, ''])
  return run.stdout.split('\n').filter(Boolean)
}

test('contacts are listed by conditions, page by page', async () => {
  expect(await listed('--where', 'ciudad = Lugo')).toEqual([
    'ana@correo.example',
    'leo@correo.example',
  ])
  expect(await listed('--where', 'email contains tienda or nombre contains ana')).toEqual([
    'ana@correo.example',
    'eva@tienda.example',
  ])
  expect(await listed('--where', 'ciudad = Lugo', '--order', 'desc', '--limit', '1')).toEqual([
    'leo@correo.example',
  ])
  const { json } = await remite(server)(
    ...['contacts', 'list', '--list', '1', '--where', 'ciudad = Lugo', '--limit', '1', '--json'],
  )
  const { next_cursor: cursor, has_more } = json()
  expect(has_more).toBe(true)
  expect(await listed('--where', 'ciudad = Lugo', '--cursor', cursor)).toEqual([
    'leo@correo.example',
  ])
})

test('--search finds the start of an address or a name, and help says so', async () => {
  expect(await listed('--search', 'ana')).toEqual(['ana@correo.example'])
  expect(await listed('--search', 'uiz')).toEqual([])
  const { stdout } = await remite()('contacts', 'list', '--help')
  expect(stdout.replace(/\s+/g, ' ')).toContain('whose address or name starts with this')
})

test('a condition that cannot be meant is refused', async () => {
  const run = await remite(server)('contacts', 'list', '--list', '1', '--where', 'cuidad = Lugo')
  expect([run.code, run.stdout]).toEqual([2, ''])
  expect(run.stderr).toContain('cuidad')
  for (const conditions of ['nope', '{"op":"and","rules":[]}', '[]']) {
    const query = `?conditions=${encodeURIComponent(conditions)}`
    const { status, body } = await server.api('GET', `/lists/1/contacts${query}`)
    expect([status, body.code], conditions).toEqual([422, 'invalid'])
  }
})

test('a server without such filters never lists everyone instead', async () => {
  const foreign = await startForeignServer()
  try {
    foreign.respond('GET /segments/fields', {
      body: [{ field: 'ciudad', type: 'text', kind: 'custom', operators: ['eq'] }],
    })
    foreign.respond('GET /lists/1/contacts', { body: [{ id: 1, email: 'ana@correo.example' }] })
    const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
    const run = await remite().with({ env })(
      ...['contacts', 'list', '--list', '1', '--where', 'ciudad = Lugo'],
    )
    expect([run.code, run.stdout]).toEqual([14, ''])
  } finally {
    await foreign.close()
  }
})
