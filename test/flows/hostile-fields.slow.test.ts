import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bodyFields,
  hostileValues,
  postField,
  type RawTarget,
  startRawTarget,
} from '../support/access/raw-requests.ts'

let target: RawTarget
beforeAll(async () => {
  target = await startRawTarget()
})
afterAll(() => target.server.close())

test.each(hostileValues)('%s in any field of any route causes no server error', async (_, json) => {
  const broken: string[] = []
  for (const field of bodyFields) broken.push(...(await postField(target, field, json)))
  expect(broken).toEqual([])
  expect((await target.server.request('GET', '/health')).status).toBe(200)
})
