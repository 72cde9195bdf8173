import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { recount, storedCounts } from '../support/database/activity.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { createInstallation } from '../support/processes/installation.ts'
import { sendInterrupted } from '../support/processes/interrupted-send.ts'
import { seededRandom } from '../support/random.ts'

test('kill -9 during a send leaves every message counted once', {
  timeout: 120_000,
}, async () => {
  const url = process.env.REMITE_TEST_DATABASE_URL
  const database = url ? await createPostgres(url) : undefined
  const seed = Date.now()
  try {
    const installation = await createInstallation(1500, database?.url)
    const random = seededRandom(seed)
    for (let round = 0; round < 2; round++) await sendInterrupted(installation, random)
    const { db, close } = await openDatabase(
      database?.url ?? join(installation.folder, 'remite.db'),
    )
    try {
      const counted = await recount(db)
      expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5000)
      expect(await storedCounts(db), `seed ${seed}`).toEqual(counted)
    } finally {
      await close()
    }
  } finally {
    await database?.drop()
  }
})
