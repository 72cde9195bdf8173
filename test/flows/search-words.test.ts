import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchContacts } from '../../src/service/search/search-contacts.ts'
import { seededRandom } from '../support/random.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const seed = Date.now() % 1_000_000
const random = seededRandom(seed)
const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item // The index is always in range.
const words = [
  'ana',
  'Ñandú',
  "o'brien",
  'García',
  'gar',
  'de-la-o',
  'ruíz',
  '李',
  'x',
  '(s.l.)',
  '—',
]
const name = () => Array.from({ length: Math.floor(random() * 5) }, () => pick(words)).join(' ')

/** Compares the store's results with a scan of all names. */
async function compare(text: string): Promise<void> {
  const { db, reader } = server.service
  const everybody = await db
    .selectFrom('contacts')
    .select(['id', 'nombre_key as key'])
    .where('account_id', '=', server.accountId)
    .orderBy('nombre_key')
    .orderBy('id')
    .execute()
  const wanted = everybody.filter(({ key }) => key.includes(` ${text}`)).map(({ id }) => id)
  const found: number[] = []
  for (;;) {
    const last = everybody.find(({ id }) => id === found.at(-1))
    const page = await searchContacts(reader, {
      accountId: server.accountId,
      strategies: [{ column: 'nombre_key', match: 'word', text }],
      after: last && { strategy: 0, ...last },
      limit: 7,
    })
    found.push(...page.map(({ id }) => id))
    if (page.length < 7) break
  }
  expect(found, `seed ${seed}, text ${text}`).toEqual(wanted)
}

test('later words of names are found as in a full scan, after writes, renames and deletes', async () => {
  const { body: list } = await server.api('POST', '/lists', { name: 'Names' })
  const path = `/lists/${list.id}/contacts`
  const otherAccount = await server.other()
  const { body: foreign } = await otherAccount.api('POST', '/lists', { name: 'Foreign' })
  const people = () =>
    Array.from({ length: 120 }, (_, index) => ({ email: `p${index}@x.example`, nombre: name() }))
  await otherAccount.api('POST', `/lists/${foreign.id}/contacts`, { contacts: people() })
  for (let round = 0; round < 3; round++) {
    const written = await server.api('POST', path, { contacts: people(), mode: 'upsert' })
    expect(written.body.errors).toEqual([])
    const { status } = await server.api('DELETE', `${path}/${pick(people()).email}`)
    expect(status).toBe(200)
    for (const text of [
      'garcia',
      'gar',
      'g',
      "o'",
      "o'brien gar",
      'de-la',
      'nandu',
      '李',
      '(s',
      '—',
      '(',
    ]) {
      await compare(text)
    }
    for (let index = 0; index < 20; index++) {
      const text = name()
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
      await compare(text.slice(0, 1 + Math.floor(random() * text.length)) || 'a')
    }
  }
})
