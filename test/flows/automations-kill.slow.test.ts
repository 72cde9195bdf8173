import { expect, test } from 'vitest'
import { createPostgres } from '../support/database/postgres.ts'
import { createInstallation } from '../support/processes/installation.ts'
import { raiseLimits, runInterrupted } from '../support/processes/interrupted-automation.ts'
import { seededRandom } from '../support/random.ts'

const count = 2000
const rounds = 3
const server = process.env.REMITE_TEST_DATABASE_URL

test('kill -9 during an automation loses no step and repeats none', {
  timeout: 240_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  try {
    const installation = await createInstallation(count, database?.url)
    await raiseLimits(installation)
    for (let round = 1; round <= rounds; round++) {
      const outcome = await runInterrupted(installation, random)
      const { perContact, brokenRuns, wrongFigures, exits } = outcome
      const when = `round ${round} of seed ${seed}, ${outcome.atKill} steps were made by then`
      expect(perContact, when).toEqual(
        Object.fromEntries(Object.keys(perContact).map((key) => [key, count])),
      )
      expect({ brokenRuns, wrongFigures }, when).toEqual({ brokenRuns: 0, wrongFigures: [] })
      expect(exits).toEqual(exits.map(() => 0))
    }
  } finally {
    await database?.drop()
  }
})
