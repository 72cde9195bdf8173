import { expect, test } from 'vitest'
import { mostUncertain, sendInterrupted } from '../support/interrupted-send.ts'
import { createPostgres } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { setStage } from '../support/stage.ts'

const count = 5000
const rounds = 3
const server = process.env.REMITE_TEST_DATABASE_URL

test('kill -9 in the middle of a send loses nobody, and nobody is mailed twice', {
  timeout: 120_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  try {
    const stage = await setStage(count, database?.url)
    for (let round = 1; round <= rounds; round++) {
      const { states, stats, lost, twice, exits } = await sendInterrupted(stage, random)
      const { sent = 0, uncertain = 0, ...others } = states
      const when = `round ${round} of seed ${seed}`
      expect({ lost, twice, others, total: sent + uncertain }, when).toEqual({
        lost: [],
        twice: [],
        others: {},
        total: count,
      })
      expect(uncertain, when).toBeLessThanOrEqual(mostUncertain)
      expect(stats, when).toMatchObject({ recipients: count, sent, uncertain, pending: 0 })
      expect(exits).toEqual(exits.map(() => 0))
    }
  } finally {
    await database?.drop()
  }
})
