import { type Contact, findContactAnywhere } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import { findListById, type List } from '../lists/store.ts'
import type { Leave } from './unsubscribe-token.ts'
import type { readXsid } from './xsid-of.ts'

/** A contact as the person themself meets it. */
export interface Subscriber {
  contact: Contact
  list: List
  /** The campaign that they answer to, where it is known. */
  campaignId: number | null
}

/**
 * By what an xsid says. Its list and its campaign are those of the message; the contact may have moved
 * to another list since, and the link must still work there.
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
 * What is another account's cannot have mailed the contact. What does not exist may have been deleted
 * since, and the links in its messages must still work.
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
  { contactId, campaignId }: Pick<Leave, 'contactId' | 'campaignId'>,
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

/** The last campaign that mailed a contact: who calls a message spam means the one just read. */
export async function lastCampaign(db: Executor, contactId: number): Promise<number | null> {
  const last = await db
    .selectFrom('recipients')
    .select((select) => select.fn.max<number | null>('campaign_id').as('campaign'))
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  return last?.campaign ?? null
}
