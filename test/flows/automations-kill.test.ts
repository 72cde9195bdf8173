import { expect, test } from 'vitest'
import { giveRoom, runInterrupted } from '../support/interrupted-automation.ts'
import { createPostgres } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { setStage } from '../support/stage.ts'

const count = 2000
const rounds = 3
const server = process.env.REMITE_TEST_DATABASE_URL

test('kill -9 in the middle of an automation loses no step, and does nothing twice', {
  timeout: 240_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  try {
    const stage = await setStage(count, database?.url)
    await giveRoom(stage)
    for (let round = 1; round <= rounds; round++) {
      const traces = await runInterrupted(stage, random)
      const { once, broken, wrongFigures, exits } = traces
      const when = `round ${round} of seed ${seed}, ${traces.atKill} steps were made by then`
      expect(once, when).toEqual(Object.fromEntries(Object.keys(once).map((key) => [key, count])))
      expect({ broken, wrongFigures }, when).toEqual({ broken: 0, wrongFigures: [] })
      expect(exits).toEqual(exits.map(() => 0))
    }
  } finally {
    await database?.drop()
  }
})
