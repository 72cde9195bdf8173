import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
const lists: number[] = []
beforeAll(async () => {
  server = await startService()
  for (const name of ['Socias', 'Boletín']) {
    lists.push((await server.api('POST', '/lists', { name })).body.id)
  }
})
afterAll(() => server.close())

const counted = () =>
  server.service.db
    .selectFrom('contacts')
    .select((select) => ['list_id', 'status', select.fn.countAll<number>().as('count')])
    .groupBy(['list_id', 'status'])
    .orderBy('list_id')
    .orderBy('status')
    .execute()

const storedCounts = () =>
  server.service.db
    .selectFrom('list_counts')
    .select((select) => ['list_id', 'status', select.fn.sum<number>('contacts').as('count')])
    .groupBy(['list_id', 'status'])
    .having((having) => having.fn.sum('contacts'), '<>', 0)
    .orderBy('list_id')
    .orderBy('status')
    .execute()

const emails = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 })
  .map((people) => people.map((person) => `p${person}@correo.example`))

const steps = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 1 }),
    emails,
    what: fc.constantFrom('add', 'add', 'move', 'copy', 'delete', 'unsubscribe'),
  }),
  { minLength: 1, maxLength: 8 },
)

test('the counts of a list match its contacts after any operation', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (const { from, emails, what } of all) {
        const [list, other] = from === 0 ? lists : [...lists].reverse()
        if (what === 'add') {
          const contacts = emails.map((email) => ({ email }))
          await server.api('POST', `/lists/${list}/contacts`, { contacts })
        } else {
          const to = what === 'move' || what === 'copy' ? { to_list_id: other } : {}
          const body = { action: what, contacts: emails, ...to }
          const { status } = await server.api('POST', `/lists/${list}/contacts/bulk`, body)
          expect(status).toBe(200)
        }
        expect(await storedCounts()).toEqual(await counted())
      }
    }),
    { numRuns: 15 },
  )
  for (const list of lists) await server.api('DELETE', `/lists/${list}`)
  expect(await server.service.db.selectFrom('list_counts').selectAll().execute()).toEqual([])
})
