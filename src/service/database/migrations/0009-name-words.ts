import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * So that a rare surname is found without a look at every name; SQLite is quick enough at that. The
 * first word is found by the index of names. A word of more than 2,046 bytes would be refused.
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
