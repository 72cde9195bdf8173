import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getWith,
  hostileTexts,
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

test('every list answers every made-up cursor with a page or names the cursor as the problem', async () => {
  const wrong: string[] = []
  for (const cursor of madeUpCursors) wrong.push(...(await listsConfusedBy(target, cursor)))
  expect(wrong).toEqual([])
}, 300_000)

test('every hostile value in any query parameter or path causes no server error', async () => {
  const broken: string[] = []
  for (const place of readPlaces) {
    for (const value of hostileTexts) broken.push(...(await getWith(target, place, value)))
  }
  expect(broken).toEqual([])
}, 300_000)
