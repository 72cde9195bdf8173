import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import { rebuild } from '../steps/rebuild.ts'

/**
 * Replaces two indexes on the same addresses, of the account and of the list, by one that ends with
 * the list. Addresses are inserted in random order, so an index costs a quarter of the time per row
 * of an import.
 */
export const oneAddressIndex = ({ name }: Dialect): Migration => ({
  async up(db) {
    await sql`drop index contacts_address`.execute(db)
    if (name === 'sqlite') await rebuild(db, 'contacts', withoutKey)
    else await sql`alter table contacts drop constraint contacts_list_id_email_key_key`.execute(db)
    await sql`create unique index contacts_address
      on contacts (account_id, email_key, list_id)`.execute(db)
  },
})

const withoutKey = (table: string): string => table.replace(/,\s*unique \(list_id, email_key\)/, '')
