import type { Executor } from '../database/dialect.ts'

export const findUtm = (db: Executor, campaign: number) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'account_id', 'utm'])
    .where('id', '=', campaign)
    .executeTakeFirst()

export const selectLinks = (db: Executor, { id, account_id }: { id: number; account_id: number }) =>
  db
    .selectFrom('campaign_links')
    .select(['position', 'url'])
    .where('account_id', '=', account_id)
    .where('campaign_id', '=', id)
    .execute()

/** Returns the contact of a recipient; undefined once the contact is deleted. */
export const findContactOf = (db: Executor, recipient: number) =>
  db
    .selectFrom('recipients')
    .innerJoin('contacts', 'contacts.id', 'recipients.contact_id')
    .select([
      'contacts.id',
      'contacts.account_id',
      'contacts.email',
      'contacts.nombre',
      'recipients.visit',
    ])
    .where('recipients.id', '=', recipient)
    .executeTakeFirst()
