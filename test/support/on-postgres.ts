import { test } from 'vitest'

/** A test of what only several processes on one database can meet. */
export const onPostgres = test.skipIf(!process.env.REMITE_TEST_DATABASE_URL)
