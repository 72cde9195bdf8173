import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
let list: number
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  list = await addList(server, ['eva@example.org'])
  await addSender(server)
})
afterAll(() => server.close())

const create = (...more: string[]) =>
  cli(
    ...['campaigns', 'create', '--subject', 'Hola', '--from-mail', 'news@example.org'],
    ...['--list', String(list), '--draft', '-o', 'json', ...more],
  )
const ids = [
  ...['newsletter', 'announcement', 'products', 'invitation'],
  ...['welcome', 'receipt', 'win-back', 'letter'],
]

test('templates starters lists the eight starter templates, in both languages', async () => {
  const listed = await cli('templates', 'starters', '-o', 'ids')
  expect([listed.code, listed.stdout.trim().split('\n')]).toEqual([0, ids])
  const spanish = await cli('templates', 'starters', '-o', 'table', '--lang', 'es')
  expect(spanish.stdout).toMatch(/win-back\s+Reactivación/)
})

test('a campaign starts with a starter template in the brand of its list', async () => {
  await server.api('PUT', `/users/${server.accountId}/brand`, {
    ...{ name: 'La Huerta', color: '#12653a', address: 'Calle Mayor 1, Lugo' },
  })
  await server.api('PUT', `/users/${server.accountId}/brand`, {
    list_id: list,
    color: '#ffe14d',
    font: 'Georgia',
  })
  const { code, json } = await create(
    '--name',
    'Marzo',
    '--starter',
    'announcement',
    '--lang',
    'es',
  )
  expect(code).toBe(0)
  const { body } = await server.api('GET', `/campaigns/${json().id}`)
  expect(body.html).toContain('<html lang="es">')
  expect(body.html).toContain('>La Huerta</h2>')
  // Text on the yellow of the list is black.
  expect(body.html).toMatch(/bgcolor="#ffe14d".*<h1 class="rm-own" style="[^"]*color:#000000/s)
  expect(body.html).toMatch(/<h1 [^>]*font-family:Georgia, /)
})

test.each(['newsletter', 'welcome', 'receipt'])(
  'the check finds only what is to be filled in: %s',
  async (id) => {
    const { json } = await create('--name', id, '--starter', id)
    const checked = await server.api('GET', `/campaigns/${json().id}/check`)
    const codes = new Set(
      checked.body.items
        .filter(({ level }: { level: string }) => level !== 'ok')
        .map(({ code }: { code: string }) => code),
    )
    const expected = [
      ...['image_not_shown', 'image_alt_empty', 'link_empty'],
      // Of the account and the campaign, not of the message.
      ...['sender_not_verified', 'not_checked', 'tracking_off', 'test_not_sent'],
    ]
    expect([...codes].filter((code) => !expected.includes(String(code)))).toEqual([])
  },
)

test('a starter template and another message exclude each other, and names are checked', async () => {
  const both = await create('--name', 'Dos', '--starter', 'letter', '--template', '1')
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('--template')
  expect((await create('--name', 'Tres', '--starter', 'magazine')).code).toBe(2)
})
