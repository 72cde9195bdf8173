import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { countByOutcome } from '../../src/service/campaigns/sending/audience.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { setContactStatus } from '../support/database/contact-rows.ts'
import { seededRandom } from '../support/random.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
afterEach(() => server.close())

const seed = 22

test('a person on several lists counts once if any of the contacts may be mailed, for every choice of lists', async () => {
  server = await startService()
  const { db, reader } = server.service
  const random = seededRandom(seed)
  const everybody = Array.from({ length: 60 }, (_, n) => `p${n}@correo.example`)
  const lists: { id: number; all: Set<string>; active: Set<string> }[] = []
  for (let n = 0; n < 3; n++) {
    const all = everybody.filter(() => random() < 0.5)
    const active = all.filter(() => random() < 0.7)
    const id = await addList(server, all)
    const left = sql.join(all.filter((email) => !active.includes(email)))
    await setContactStatus(db, 'unsubscribed', sql`list_id = ${id} and email in (${left})`)
    lists.push({ id, all: new Set(all), active: new Set(active) })
  }
  const count = async (included: typeof lists, excluded: typeof lists) => {
    const { recipients } = await countByOutcome(reader, {
      account: server.accountId,
      lists: { included: included.map(({ id }) => id), excluded: excluded.map(({ id }) => id) },
      filter: {},
    })
    return recipients
  }
  for (let choice = 0; choice < 3 ** lists.length; choice++) {
    const digit = (n: number) => Math.floor(choice / 3 ** n) % 3
    const included = lists.filter((_, n) => digit(n) === 1)
    const excluded = lists.filter((_, n) => digit(n) === 2)
    const addressed = everybody.filter(
      (email) =>
        included.some(({ active }) => active.has(email)) &&
        !excluded.some(({ all }) => all.has(email)),
    )
    expect(await count(included, excluded)).toBe(addressed.length)
  }
})
