import { sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import { asLanguage, type Language } from '../../core/language.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Campaign } from './store.ts'

/** Throws `already_exists` where another campaign of the account has that address. */
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

/** What a suspended account has sent is shown to nobody. */
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

/** Whose archive it is; undefined of a suspended account, and of one that is not there. */
export async function findPublisher(
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

/** What an account has published: the newest first, from before `before` on. */
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

/** Also of a campaign that was deleted since: the message that links to it is still in the mailbox. */
export const findDelivered = (db: Executor, campaign: number): Promise<Campaign | undefined> =>
  ofActiveAccounts(db).where('campaigns.id', '=', campaign).executeTakeFirst()

/** Whose message it was; undefined once the contact is gone. */
export const findReader = (db: Executor, { campaign, recipient }: Received) =>
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

export interface Received {
  campaign: number
  recipient: number
}
