import { test } from 'vitest'

/** A test of what can happen only with several processes on one database. Skipped on SQLite. */
export const onPostgres = test.skipIf(!process.env.REMITE_TEST_DATABASE_URL)
