import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchContacts } from '../../src/service/search/contacts-store.ts'
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
  items[Math.floor(random() * items.length)] as Item // never past the last
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

/** What the store says, beside a look at every name, in the order of names. */
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
      ways: [{ column: 'nombre_key', at: 'word', text }],
      after: last && { way: 0, ...last },
      limit: 7,
    })
    found.push(...page.map(({ id }) => id))
    if (page.length < 7) break
  }
  expect(found, `seed ${seed}, text ${text}`).toEqual(wanted)
}

test('later words are found as a look at every name finds them, whatever is written, renamed or deleted', async () => {
  const { body: list } = await server.api('POST', '/lists', { name: 'Names' })
  const path = `/lists/${list.id}/contacts`
  const other = await server.other()
  const { body: foreign } = await other.api('POST', '/lists', { name: 'Foreign' })
  const people = () =>
    Array.from({ length: 120 }, (_, at) => ({ email: `p${at}@x.example`, nombre: name() }))
  await other.api('POST', `/lists/${foreign.id}/contacts`, { contacts: people() })
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
    for (let at = 0; at < 20; at++) {
      const text = name()
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
      await compare(text.slice(0, 1 + Math.floor(random() * text.length)) || 'a')
    }
  }
})
