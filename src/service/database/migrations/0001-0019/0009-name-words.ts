import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * An index for searches by surname, so that a rare one is found without reading every name. SQLite
 * is fast enough without it. The first word has the index on names. PostgreSQL would refuse a word
 * of more than 2,046 bytes.
 */
export const nameWords = ({ name }: Dialect): Migration => ({
  async up(db) {
    if (name !== 'postgres') return
    await sql
      .raw(`create index contacts_words on contacts
        using gin (array_to_tsvector(array_remove((string_to_array(left(nombre_key, 500), ' '))[2:], '')))`)
      .execute(db)
  },
})
