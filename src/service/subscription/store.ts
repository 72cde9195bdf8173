import { type Contact, findContactById } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import { findListById, type List } from '../lists/store.ts'
import type { Leave } from './unsubscribe-token.ts'

/** A contact as the person themself meets it. */
export interface Subscriber {
  contact: Contact
  list: List
  /** The campaign that they answer to, where it is known. */
  campaignId: number | null
}

/** By the sid and the list of an xsid, both of which must fit. */
export async function findBySid(
  db: Executor,
  { sid, listId, mayBeCampaign }: { sid: number; listId: number; mayBeCampaign: number },
): Promise<Subscriber | undefined> {
  const found = await db
    .selectFrom('contacts')
    .select(['id', 'account_id'])
    .where('sid', '=', sid)
    .where('list_id', '=', listId)
    .executeTakeFirst()
  if (!found) return undefined
  const isMarker = mayBeCampaign === listId
  if (!isMarker && (await isForeignCampaign(db, found.account_id, mayBeCampaign))) return undefined
  const mailed = await wasMailed(db, found.id, mayBeCampaign)
  return findSubscriber(db, {
    contactId: found.id,
    listId,
    campaignId: mailed ? mayBeCampaign : null,
  })
}

/**
 * A campaign of another account is none that could have mailed the list. One that does not exist may
 * have been deleted since, and the links in its messages must still work.
 */
async function isForeignCampaign(db: Executor, accountId: number, id: number): Promise<boolean> {
  const campaign = await db
    .selectFrom('campaigns')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return campaign !== undefined && campaign.account_id !== accountId
}

export async function findSubscriber(
  db: Executor,
  { contactId, listId, campaignId }: Leave,
): Promise<Subscriber | undefined> {
  const list = await findListById(db, listId)
  const contact = list && (await findContactById(db, listId, contactId))
  return contact && { list, contact, campaignId }
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
