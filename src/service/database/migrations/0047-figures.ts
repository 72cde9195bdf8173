import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { functionsForEarlierVersions, sqliteTriggerNames } from '../triggers/campaign-counts.ts'

/**
 * The statements that write messages, visits, bounces, history and conversions now count the figures of
 * campaigns, and those that delete images note the bytes to delete. SQLite needs no triggers any more, because
 * a program of an earlier version cannot open the database at the same time. On PostgreSQL it can, and
 * its statements are counted by the triggers. A figure gets the account of its campaign: the purge
 * writes it to the rows that are there, a slice at a time.
 */
export const figures = ({ name, ddl: { int } }: Dialect): Migration => ({
  async up(db) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run(
      `alter table campaign_counts add column ${
        name === 'postgres' ? 'if not exists ' : ''
      }account_id ${int} not null default 0`,
    )
    const statements =
      name === 'sqlite'
        ? [...sqliteTriggerNames, 'media_bytes_left'].map((trigger) => `drop trigger ${trigger}`)
        : functionsForEarlierVersions
    for (const statement of statements) await run(statement)
  },
})
