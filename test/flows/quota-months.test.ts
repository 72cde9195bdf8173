import { afterEach, expect, test } from 'vitest'
import {
  releaseUnusedSends,
  reserveSends,
} from '../../src/service/campaigns/sending/quota-reservation.ts'
import { addList, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
afterEach(() => server.close())

const hourMs = 3_600_000
/** An hour before the end of the month of the account, whose time zone is Madrid's. */
const beforeMidnight = Date.parse('2027-03-31T21:00:00Z')

test('a reservation that grows in a new month returns to it only what it took from it', async () => {
  const clock = testClock(beforeMidnight)
  server = await startService({ clock })
  const { db } = server.service
  const account = server.accountId
  const list = await addList(server, ['ana@correo.example'])
  const newDraft = async (): Promise<number> =>
    (await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id
  const [campaign, other] = [await newDraft(), await newDraft()]
  const reserve = (id: number, sends: number) =>
    db
      .transaction()
      .execute((tx) => reserveSends(tx, { campaign: id, account, sends, now: clock.now() }))
  const used = async () => (await server.api('GET', `/users/${account}/quota`)).body.used

  await reserve(campaign, 100)
  expect(await used()).toBe(100)
  clock.advance(2 * hourMs)
  await reserve(other, 30)
  await reserve(campaign, 105)
  expect(await used()).toBe(35)
  await reserve(campaign, 103)
  expect(await used()).toBe(33)
  await db.transaction().execute((tx) => releaseUnusedSends(tx, { campaign, account, sent: 0 }))
  expect(await used()).toBe(30)
  // What is left of the old month cannot be returned later either.
  await reserve(campaign, 4)
  expect(await used()).toBe(34)
  await db.transaction().execute((tx) => releaseUnusedSends(tx, { campaign, account, sent: 1 }))
  expect(await used()).toBe(31)
})
