import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let list: number
beforeAll(async () => {
  server = await startService()
  list = await addList(server, [], 'Clientes')
})
afterAll(() => server.close())

const codesOf = ({ warnings = [] }: { warnings?: { code: string }[] }) =>
  warnings.map(({ code }) => code)

test('a field that people set themselves although it decides something brings a warning', async () => {
  const path = `/lists/${list}/fields`
  const create = async (field: object) =>
    codesOf((await server.api('POST', path, { type: 'text', ...field })).body)
  for (const name of [
    'VIP',
    'Plan',
    'Código de descuento',
    'is_admin',
    'Créditos',
    'Fecha del plan',
  ]) {
    expect([name, await create({ name })]).toEqual([name, ['field_self_set']])
    expect([name, await create({ name: `${name} interno`, internal: true })]).toEqual([name, []])
  }
  const tiers = { name: 'Cliente', type: 'dropdown', options: ['Normal', 'Premium'] }
  expect(await create(tiers)).toEqual(['field_self_set'])
  for (const name of [
    'Ciudad',
    'Fecha de nacimiento',
    'Planta favorita',
    'Aniversario',
    'Vipère',
  ]) {
    expect([name, await create({ name })]).toEqual([name, []])
  }
})

test('so does a change that makes a field one, once', async () => {
  const { body } = await server.api('POST', `/lists/${list}/fields`, {
    ...{ name: 'Tarifa', type: 'text', internal: true },
  })
  const change = async (edit: object) =>
    codesOf((await server.api('PUT', `/lists/${list}/fields/${body.id}`, edit)).body)
  expect(await change({ internal: false })).toEqual(['field_self_set'])
  expect(await change({ required: true })).toEqual([])
  expect(await change({ internal: true })).toEqual([])
})

test('the command line shows the warning, in the language of the user', async () => {
  const cli = remite(server)
  const create = (name: string, ...more: string[]) =>
    cli(
      'lists',
      'fields',
      'create',
      '--list',
      'Clientes',
      '--name',
      name,
      '--type',
      'text',
      ...more,
    )
  const shown = await create('Plan anual', '-o', 'table')
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('make it internal')])
  const spanish = await create('Plan mensual', '-o', 'table', '--lang', 'es')
  expect(spanish.stdout).toContain('hazlo interno')
  const json = await create('Plan diario', '--json')
  expect(codesOf(json.json())).toEqual(['field_self_set'])
})
