import { sql } from 'kysely'
import { Failure } from '../../../core/failure.ts'
import { asLanguage, type Language } from '../../../core/language.ts'
import { foldUsername } from '../../auth/store.ts'
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

/** Returns what the public page of a campaign depends on, without its content. */
export const findArchiveStamp = (
  db: Executor,
  { account, slug }: { account: number; slug: string },
) =>
  ofActiveAccounts(db)
    .clearSelect()
    .select(['campaigns.id', 'campaigns.version', 'ab_winner', 'accounts.language'])
    .where('campaigns.account_id', '=', account)
    .where('archive_slug', '=', slug)
    .where('archived_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Returns public name and language of an account; undefined when it is suspended or does not exist.
 * The name is its own or that of its last published sender, never the one that it logs in with, and
 * may be empty.
 */
export async function findAccountProfile(
  db: Executor,
  account: number,
): Promise<{ name: string; language: Language } | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select(({ selectFrom }) => [
      'nombre',
      'username',
      'username_key',
      'language',
      selectFrom('campaigns')
        .select('from_name')
        .where('campaigns.account_id', '=', account)
        .where('archived_at', 'is not', null)
        .where('deleted_at', 'is', null)
        .orderBy('campaigns.id', 'desc')
        .limit(1)
        .as('from_name'),
    ])
    .where('id', '=', account)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!found) return undefined
  const isLogin = [found.username, found.username_key].some(
    (login) => foldUsername(login) === foldUsername(found.nombre.trim()),
  )
  const name = isLogin ? '' : found.nombre.trim()
  return { name: name || (found.from_name ?? ''), language: asLanguage(found.language) }
}

/** Which page of an account's archive: campaigns with ids below `before`, newest first. */
interface ArchivePage {
  account: number
  before?: number | undefined
  limit: number
}

/** Returns what a page of the archive depends on, without subjects and tests. */
export const selectArchiveStamps = (db: Executor, page: ArchivePage) =>
  onArchivePage(db, page)
    .select(['campaigns.id', 'campaigns.version', 'ab_winner', 'started_at'])
    .execute()

/** Returns the campaigns of a page of the archive. */
export const selectArchived = (db: Executor, page: ArchivePage) =>
  onArchivePage(db, page)
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
    .execute()

const onArchivePage = (db: Executor, { account, before, limit }: ArchivePage) =>
  ofActiveAccounts(db)
    .clearSelect()
    .where('campaigns.account_id', '=', account)
    .where('archived_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('campaigns.id', '<', before ?? 0))
    .orderBy('campaigns.id', 'desc')
    .limit(limit)

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
      'recipients.visit',
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
