import { sql } from 'kysely'
import { Failure } from '../../../core/failure.ts'
import { asLanguage, type Language } from '../../../core/language.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { Campaign } from '../store.ts'

/** Throws `already_exists` when another campaign of the account has the slug. */
export async function setArchive(
  tx: Executor,
  id: number,
  change: Pick<Campaign, 'archive_slug' | 'archived_at' | 'updated_at'>,
): Promise<void> {
  try {
    await tx
      .updateTable('campaigns')
      .set({ ...change, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (dialectOf(tx).isUniqueViolation(error)) throw new Failure('already_exists')
    throw error
  }
}

/** Campaigns of suspended accounts are not public. */
const ofActiveAccounts = (db: Executor) =>
  db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .selectAll('campaigns')
    .where('accounts.status', '=', 'active')

export const findArchived = (
  db: Executor,
  { account, slug }: { account: number; slug: string },
): Promise<Campaign | undefined> =>
  ofActiveAccounts(db)
    .where('campaigns.account_id', '=', account)
    .where('archive_slug', '=', slug)
    .where('archived_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Returns name and language of an account; undefined when it is suspended or does not exist. */
export async function findAccountProfile(
  db: Executor,
  account: number,
): Promise<{ name: string; language: Language } | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select(['nombre', 'username', 'language'])
    .where('id', '=', account)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return found && { name: found.nombre || found.username, language: asLanguage(found.language) }
}

/** Returns the archived campaigns of an account, newest first, with ids below `before`. */
export const selectArchived = (
  db: Executor,
  { account, before, limit }: { account: number; before?: number | undefined; limit: number },
) =>
  ofActiveAccounts(db)
    .clearSelect()
    .select([
      'campaigns.id',
      'campaigns.account_id',
      'asunto',
      'preheader',
      'ab_test',
      'ab_winner',
      'archive_slug',
      'archived_at',
      'started_at',
    ])
    .where('campaigns.account_id', '=', account)
    .where('archived_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('campaigns.id', '<', before ?? 0))
    .orderBy('campaigns.id', 'desc')
    .limit(limit)
    .execute()

/**
 * Returns a campaign for its web version, even if deleted: messages in mailboxes still link to it.
 */
export const findDelivered = (db: Executor, campaign: number): Promise<Campaign | undefined> =>
  ofActiveAccounts(db).where('campaigns.id', '=', campaign).executeTakeFirst()

/**
 * Returns a recipient with its contact; the contact columns are null once the contact is deleted.
 */
export const findRecipient = (db: Executor, { campaign, recipient }: DeliveredMessage) =>
  db
    .selectFrom('recipients')
    .leftJoin('contacts', 'contacts.id', 'recipients.contact_id')
    .select([
      'recipients.variant',
      'contacts.id as contact_id',
      'contacts.email',
      'contacts.nombre',
      'contacts.list_id',
    ])
    .where('recipients.id', '=', recipient)
    .where('recipients.campaign_id', '=', campaign)
    .executeTakeFirst()

export interface DeliveredMessage {
  campaign: number
  recipient: number
}
