import { expect, test } from 'vitest'
import { createPostgres } from '../support/database/postgres.ts'
import { createInstallation } from '../support/processes/installation.ts'
import { maxUncertain, sendInterrupted } from '../support/processes/interrupted-send.ts'
import { callApi } from '../support/processes/service-process.ts'
import { seededRandom } from '../support/random.ts'
import { waitFor } from '../support/wait.ts'

const count = 1000
const share = 0.4
const rounds = 1
const server = process.env.REMITE_TEST_DATABASE_URL

test('kill -9 during an A/B test sends nobody two variants, and the rest get the winner', {
  timeout: 180_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  try {
    const installation = await createInstallation(count, database?.url)
    const variants = [{ asunto: 'Version a' }, { asunto: 'Version b' }]
    const testGroup = count * share
    for (let round = 1; round <= rounds; round++) {
      const outcome = await sendInterrupted(installation, random, {
        more: { ab_test: { variants, share: share * 100, winner: 'manual' } },
        // The kill can hit before, during or after the assignment of variants and the test.
        killBefore: testGroup * 0.9,
        async afterKill(campaign) {
          const { get, url, token } = installation
          await waitFor(async () => {
            const { sent, uncertain } = await get(`/campaigns/${campaign}/stats`)
            return sent + uncertain === testGroup
          }, 60_000)
          const path = `${url}/campaigns/${campaign}/ab-winner`
          await callApi(path, { method: 'POST', token, body: { variant: 'b' } })
        },
      })
      const { states, lost, duplicates, wrongVariant, exits } = outcome
      const { sent = 0, uncertain = 0, ...others } = states
      const when = `round ${round} of seed ${seed}`
      expect({ lost, duplicates, wrongVariant, others, total: sent + uncertain }, when).toEqual({
        lost: [],
        duplicates: [],
        wrongVariant: [],
        others: {},
        total: count,
      })
      expect(outcome.variants, when).toEqual({ a: testGroup / 2, b: count - testGroup / 2 })
      expect(uncertain, when).toBeLessThanOrEqual(maxUncertain)
      expect(exits).toEqual(exits.map(() => 0))
    }
  } finally {
    await database?.drop()
  }
})
