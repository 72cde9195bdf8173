import { expect, test } from 'vitest'
import { mostUncertain, sendInterrupted } from '../support/interrupted-send.ts'
import { createPostgres } from '../support/postgres.ts'
import { callApi } from '../support/process.ts'
import { seededRandom } from '../support/random.ts'
import { setStage } from '../support/stage.ts'
import { waitFor } from '../support/wait.ts'

const count = 1000
const share = 0.4
const rounds = 1
const server = process.env.REMITE_TEST_DATABASE_URL

test('kill -9 in an A/B test gives nobody two versions, and the rest the one that won', {
  timeout: 180_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  try {
    const stage = await setStage(count, database?.url)
    const variants = [{ asunto: 'Version a' }, { asunto: 'Version b' }]
    const tried = count * share
    for (let round = 1; round <= rounds; round++) {
      const aftermath = await sendInterrupted(stage, random, {
        more: { ab_test: { variants, share: share * 100, winner: 'manual' } },
        // Before, in and after the drawing and the test itself.
        reach: tried * 0.9,
        async goOn(campaign) {
          const { get, url, token } = stage
          await waitFor(async () => {
            const { sent, uncertain } = await get(`/campaigns/${campaign}/stats`)
            return sent + uncertain === tried
          }, 60_000)
          const path = `${url}/campaigns/${campaign}/ab-winner`
          await callApi(path, { method: 'POST', token, body: { variant: 'b' } })
        },
      })
      const { states, lost, twice, mistaken, exits } = aftermath
      const { sent = 0, uncertain = 0, ...others } = states
      const when = `round ${round} of seed ${seed}`
      expect({ lost, twice, mistaken, others, total: sent + uncertain }, when).toEqual({
        lost: [],
        twice: [],
        mistaken: [],
        others: {},
        total: count,
      })
      expect(aftermath.variants, when).toEqual({ a: tried / 2, b: count - tried / 2 })
      expect(uncertain, when).toBeLessThanOrEqual(mostUncertain)
      expect(exits).toEqual(exits.map(() => 0))
    }
  } finally {
    await database?.drop()
  }
})
