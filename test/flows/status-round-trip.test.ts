import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

const formats = ['csv', 'ndjson', 'xlsx'] as const
const runs = Number(process.env.REMITE_TEST_ROUND_TRIPS ?? 1)

let names = 0
async function newList(): Promise<number> {
  const { body } = await server.api('POST', '/lists', { name: `trip ${++names}` })
  for (const field of [
    { name: 'Estado', type: 'text' },
    { name: 'Puntos', type: 'number' },
    { name: 'Alta', type: 'date' },
  ]) {
    await server.api('POST', `/lists/${body.id}/fields`, field)
  }
  return body.id
}

interface Kept {
  email: string
  status: string
  created_at: string
  confirmed_at: string | null
  unsubscribed_at: string | null
  suppression: string | null
  suppression_scope: string | null
  reason: string | null
}

/** What an export says about the consent of each contact, in order of the address. */
async function consentOf(run: typeof cli, list: number | string): Promise<Kept[]> {
  const { stdout } = await run('lists', 'export', String(list), '--format', 'ndjson')
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ email, status, created_at, confirmed_at, unsubscribed_at, ...rest }) => {
      const { suppression, suppression_scope, reason } = rest
      const shown = { email, status, created_at, confirmed_at, unsubscribed_at }
      return { ...shown, suppression, suppression_scope, reason }
    })
    .sort((a, b) => (a.email < b.email ? -1 : 1))
}

/** Seconds, because a date in a file has no more. */
const times = fc
  .integer({ min: Date.parse('2020-01-01') / 1000, max: Date.parse('2026-01-01') / 1000 })
  .map((seconds) => new Date(seconds * 1000).toISOString())
const statuses = ['active', 'unconfirmed', 'unsubscribed', 'bounced', 'complained', 'suppressed']

const people = fc.array(
  fc.record(
    {
      status: fc.constantFrom(...statuses),
      created_at: times,
      confirmed_at: times,
      unsubscribed_at: times,
      reason: fc.constantFrom('demasiados, correos', '=1+1', 'x; "y"', 'No me interesa'),
      customFields: fc.record(
        {
          estado: fc.constantFrom('Jalisco', 'active', 'baja'),
          puntos: fc.integer({ min: -5000, max: 5000 }),
          alta: fc.integer({ min: 0, max: 2_000_000_000 }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['status', 'created_at'] },
  ),
  { minLength: 1, maxLength: 30 },
)

test.each(formats)('a list exported as %s and imported keeps every status', async (format) => {
  await fc.assert(
    fc.asyncProperty(people, async (contacts) => {
      const list = await newList()
      const rows = contacts.map((contact, index) => ({
        ...contact,
        email: `p${index}@${format}${list}.example`,
      }))
      const { body } = await server.api('POST', `/lists/${list}/contacts`, { contacts: rows })
      expect(body).toMatchObject({ created: rows.length, errors: [] })
      const file = join(newFolder(), `people.${format}`)
      expect(await cli('lists', 'export', String(list), '--file', file)).toMatchObject({ code: 0 })
      const target = `again ${format} ${list}`
      const result = await cli('lists', 'import', file, '--create', target)
      expect(result).toMatchObject({ code: 0 })
      expect(await consentOf(cli, target)).toEqual(await consentOf(cli, list))
      const other = await newList()
      await cli('lists', 'import', file, '--list', String(other))
      const valuesOf = async (id: number) => {
        const answer = await server.api('GET', `/lists/${id}/contacts?limit=500`)
        return answer.body.map(
          ({ email, customFields }: { email: string; customFields: { value: string }[] }) =>
            [email, ...customFields.map(({ value }) => value)].join(' | '),
        )
      }
      expect((await valuesOf(other)).sort()).toEqual((await valuesOf(list)).sort())
    }),
    { numRuns: runs },
  )
})

test('in another account the same addresses get no mail, for the same reasons', async () => {
  const list = await newList()
  const at = (name: string) => `${name}@elsewhere.example`
  await server.api('POST', `/lists/${list}/contacts`, {
    contacts: [
      { email: at('active'), status: 'active' },
      { email: at('owner'), status: 'active', suppression: 'manual', suppression_scope: 'account' },
      {
        email: at('all'),
        status: 'unsubscribed',
        suppression: 'unsubscribe',
        suppression_scope: 'account',
      },
      { email: at('left'), status: 'unsubscribed', reason: 'enough' },
      { email: at('dead'), status: 'bounced' },
      { email: at('spam'), status: 'complained' },
    ],
  })
  const limits = { monthly_sends: 0, contacts_max: 100, ai_generations: 0, rate_per_hour: 100_000 }
  for (const format of formats) {
    const user = await addUser(server, { parent: server.accountId, limits })
    const elsewhere = remite({ url: server.url, token: user.token })
    const file = join(newFolder(), `people.${format}`)
    await cli('lists', 'export', String(list), '--file', file)
    await elsewhere('lists', 'import', file, '--create', format)
    expect(await consentOf(elsewhere, format)).toEqual(await consentOf(cli, list))
  }
})
