import { type Contact, findContactAnywhere } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import { findListById, type List } from '../lists/store.ts'
import type { readXsid } from './subscriber-xsid.ts'
import type { UnsubscribeLink } from './unsubscribe-token.ts'

/** A contact with its list, as shown to the person. */
export interface Subscriber {
  contact: Contact
  list: List
  /** The campaign that the person responds to, if known. */
  campaignId: number | null
}

/**
 * Finds a subscriber by a decoded xsid. Its list and campaign are those of the message. The contact
 * may have moved to another list since, and the link must still work.
 */
export async function findByXsid(
  db: Executor,
  { contactId, listId, mayBeCampaign }: NonNullable<ReturnType<typeof readXsid>>,
): Promise<Subscriber | undefined> {
  const found = await db
    .selectFrom('contacts')
    .select(['id', 'account_id', 'list_id'])
    .where('id', '=', contactId)
    .executeTakeFirst()
  if (!found) return undefined
  if (listId !== found.list_id && (await isForeign(db, 'lists', listId, found))) return undefined
  const isMarker = mayBeCampaign === listId
  if (!isMarker && (await isForeign(db, 'campaigns', mayBeCampaign, found))) return undefined
  const mailed = await wasMailed(db, found.id, mayBeCampaign)
  return findSubscriber(db, { contactId: found.id, campaignId: mailed ? mayBeCampaign : null })
}

/**
 * Whether a list or campaign belongs to another account, which cannot have mailed the contact. A
 * missing one may have been deleted; links in its messages must still work.
 */
async function isForeign(
  db: Executor,
  table: 'lists' | 'campaigns',
  id: number,
  contact: { account_id: number },
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.account_id !== contact.account_id
}

export async function findSubscriber(
  db: Executor,
  { contactId, campaignId }: Pick<UnsubscribeLink, 'contactId' | 'campaignId'>,
): Promise<Subscriber | undefined> {
  const contact = await findContactAnywhere(db, contactId)
  const list = contact && (await findListById(db, contact.list_id))
  return list && { list, contact, campaignId }
}

async function wasMailed(db: Executor, contactId: number, campaignId: number): Promise<boolean> {
  const recipient = await db
    .selectFrom('recipients')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('campaign_id', '=', campaignId)
    .limit(1)
    .executeTakeFirst()
  return recipient !== undefined
}

/** Returns the last campaign that mailed a contact. A spam report is attributed to it. */
export async function findLastCampaign(db: Executor, contactId: number): Promise<number | null> {
  const last = await db
    .selectFrom('recipients')
    .select((select) => select.fn.max<number | null>('campaign_id').as('campaign'))
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  return last?.campaign ?? null
}
