import { expect, test } from 'vitest'
import { createPostgres } from '../support/database/postgres.ts'
import { createInstallation } from '../support/processes/installation.ts'
import { maxUncertain, sendInterrupted } from '../support/processes/interrupted-send.ts'
import { seededRandom } from '../support/random.ts'

const count = 5000
const rounds = 3
const server = process.env.REMITE_TEST_DATABASE_URL

test('kill -9 during a send loses nobody and mails nobody twice', {
  timeout: 400_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  try {
    const installation = await createInstallation(count, database?.url)
    for (let round = 1; round <= rounds; round++) {
      const { states, stats, lost, duplicates, exits } = await sendInterrupted(installation, random)
      const { sent = 0, uncertain = 0, ...others } = states
      const when = `round ${round} of seed ${seed}`
      expect({ lost, duplicates, others, total: sent + uncertain }, when).toEqual({
        lost: [],
        duplicates: [],
        others: {},
        total: count,
      })
      expect(uncertain, when).toBeLessThanOrEqual(maxUncertain)
      expect(stats, when).toMatchObject({ recipients: count, sent, uncertain, pending: 0 })
      expect(exits).toEqual(exits.map(() => 0))
    }
  } finally {
    await database?.drop()
  }
})
