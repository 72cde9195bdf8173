import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { campaignCounts } from '../triggers/campaign-counts.ts'

export const campaignTallies = ({ name, ddl }: Dialect): Migration => ({
  async up(db) {
    for (const statement of campaignCounts(name, ddl)) await sql.raw(statement).execute(db)
  },
})
