import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { functionsForEarlierVersions } from '../triggers/list-counts.ts'

/**
 * The statements that write contacts now maintain the counts of lists and the index of names, once a
 * batch. SQLite needs no triggers any more, because a program of an earlier version cannot open the
 * database at the same time. On PostgreSQL it can, and its statements are counted by the triggers.
 */
export const statementCounts = ({ name }: Dialect): Migration => ({
  async up(db) {
    const statements =
      name === 'sqlite'
        ? triggers.map((trigger) => `drop trigger ${trigger}`)
        : functionsForEarlierVersions
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const triggers = ['contacts_counted', 'contacts_words'].flatMap((prefix) =>
  ['in', 'out', 'over'].map((event) => `${prefix}_${event}`),
)
