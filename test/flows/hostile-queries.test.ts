import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NamedEndpoint } from '../../src/contract/index.ts'
import {
  getWith,
  getWithQuery,
  hostileTexts,
  listRoutes,
  listsConfusedBy,
  madeUpCursors,
  readPlaces,
} from '../support/access/hostile-queries.ts'
import { type RawTarget, startRawTarget } from '../support/access/raw-requests.ts'

let target: RawTarget
beforeAll(async () => {
  target = await startRawTarget()
})
afterAll(() => target.server.close())

/** A part of the cursors, at another place of the list for each test. */
const some = madeUpCursors.filter((_, index) => index % 5 === 0)

test('every list answers a made-up cursor with a page or names the cursor as the problem', async () => {
  const wrong: string[] = []
  for (const cursor of some) wrong.push(...(await listsConfusedBy(target, cursor)))
  expect(listRoutes.length).toBeGreaterThan(19)
  expect(wrong).toEqual([])
})

test('a hostile value in any query parameter or path causes no server error', async () => {
  const broken: string[] = []
  for (const [index, place] of readPlaces.entries()) {
    const value = hostileTexts[index % hostileTexts.length] ?? ''
    broken.push(...(await getWith(target, place, value)))
  }
  expect(broken).toEqual([])
})

test('a list goes on after the longest name', async () => {
  const { list, user } = target.account
  for (const [at, letter] of ['一', '二', '三'].entries()) {
    const contact = { email: `long${at}@mine.example`, nombre: `quokka ${letter.repeat(240)}` }
    expect((await user.api('POST', `/lists/${list}/contacts`, contact)).status).toBe(200)
  }
  const route = listRoutes.filter(({ id }) => id === 'search.contacts')[0] as NamedEndpoint // there is one
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await getWithQuery(target, route, `limit=1${cursor && `&cursor=${cursor}`}`)
    seen.push(...JSON.parse(page.text).map(({ email }: { email: string }) => email))
    cursor = page.next
  }
  expect(seen.filter((email) => email.startsWith('long'))).toHaveLength(3)
})
