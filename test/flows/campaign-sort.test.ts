import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateNames } from '../../src/contract/shapes/campaign.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  for (let n = 0; n < tallies.length; n++) {
    const draft = campaignOf(list, { draft: true, camp_name: `Nº ${n}` })
    const { body } = await server.api('POST', '/campaigns', draft)
    await count(body.id, tallies[n] ?? {})
  }
})
afterAll(() => server.close())

/** Two are equal, one has more openers than delivered messages, and the last has nothing. */
const tallies: Record<string, number>[] = [
  { sent: 10, unique_opens: 3, unique_clicks: 1, hard_bounces: 2, failed: 3 },
  { sent: 9, returned: 3, unique_opens: 1, unique_clicks: 1, soft_bounces: 3, unsubscribes: 1 },
  { sent: 7, unique_opens: 2, complaints: 1 },
  { sent: 14, unique_opens: 4, complaints: 3, unsubscribes: 1, unique_clicks: 3 },
  { sent: 1, unique_opens: 2, unique_clicks: 1, failed: 1, hard_bounces: 1 },
  {},
]

const count = (campaign_id: number, tally: Record<string, number>) =>
  server.service.db
    .insertInto('campaign_counts')
    .values([
      { ...{ campaign_id, key: '', at: 0, slot: 0, amount: 0 }, measure: 'pending', count: 1 },
      ...Object.entries(tally).map(([measure, total]) => ({
        ...{ campaign_id, key: '', at: 0, slot: 0, amount: 0 },
        measure,
        count: total,
      })),
    ])
    .execute()

const list = async (...args: string[]): Promise<{ id: number }[]> => {
  const { code, stdout, stderr } = await remite(server)('campaigns', 'list', '--json', ...args)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout).data
}

test.each(rateNames)('campaigns are sorted by %s as it is shown', async (sort) => {
  const all = (await server.api('GET', '/campaigns')).body as Record<string, number>[]
  const byRate = [...all].sort(
    (a, b) => (b[sort] ?? 0) - (a[sort] ?? 0) || (b.id ?? 0) - (a.id ?? 0),
  )
  const ids = (rows: object[]) => rows.map((row) => (row as { id: number }).id)
  const descending = (await server.api('GET', `/campaigns?sort=${sort}`)).body
  expect(ids(descending)).toEqual(ids(byRate))
  for (const order of ['asc', 'desc']) {
    const wanted = order === 'asc' ? ids(byRate).reverse() : ids(byRate)
    const seen: number[] = []
    let cursor = ''
    do {
      const query = `sort=${sort}&order=${order}&limit=1${cursor}`
      const { body, headers } = await server.api('GET', `/campaigns?${query}`)
      expect(headers.get('x-total-count')).toBe(String(tallies.length))
      seen.push(...ids(body))
      cursor = headers.has('x-next-cursor') ? `&cursor=${headers.get('x-next-cursor')}` : ''
    } while (cursor !== '' && seen.length <= tallies.length)
    expect(seen).toEqual(wanted)
  }
})

test('--sort and --order reach the command line, and an unknown rate is a usage error', async () => {
  const [best] = await list('--sort', 'open_rate', '--limit', '1')
  expect(best).toMatchObject({ camp_name: 'Nº 4', open_rate: 1 })
  const worst = await list('--sort', 'bounce_rate', '--order', 'asc', '--all')
  expect(worst.at(-1)).toMatchObject({ camp_name: 'Nº 4', bounce_rate: 0.5 })
  const { code, stdout, stderr } = await remite(server)('campaigns', 'list', '--sort', 'opens')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('open_rate')
  expect((await server.api('GET', '/campaigns?sort=opens')).status).toBe(422)
  const { headers } = await server.api('GET', '/campaigns?limit=1')
  const other = headers.get('x-next-cursor')
  expect((await server.api('GET', `/campaigns?sort=open_rate&cursor=${other}`)).status).toBe(422)
})
