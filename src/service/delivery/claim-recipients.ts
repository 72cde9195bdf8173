import { type Brand, findBrand } from '../brands/store.ts'
import { type FieldValues, fieldValuesOf } from '../campaigns/field-values-store.ts'
import { eventsOfVisits } from '../campaigns/run-events/events-of-visits.ts'
import type { MergeEvent } from '../campaigns/run-events/run-event.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import {
  type ClaimedContact,
  cancelClaimed,
  claimRecipients,
  contactsOf,
  type DueCampaign,
} from './claim-store.ts'
import type { CompiledCampaign } from './compile-campaign.ts'

type NeededValues = Pick<CompiledCampaign, 'readsFields' | 'readsSender' | 'readsEvent'>

/** Recipients that were claimed, and what their messages are made from. */
interface ClaimedRecipients {
  contacts: readonly ClaimedContact[]
  /** By contact. */
  fields: ReadonlyMap<number, FieldValues>
  /** By list. */
  brands: ReadonlyMap<number, Brand>
  /** By visit. */
  events: ReadonlyMap<number | null, MergeEvent>
}

/**
 * Claims recipients of a campaign and reads what their messages need. On SQLite this is one transaction, so that the
 * database's thread reads: the main thread, which makes the messages, has more to do. On PostgreSQL such a transaction
 * would only be open longer, and old versions of rows would fill the pages of the queue. Recipients whose contact has
 * left are cancelled.
 */
export async function claimWithContacts(
  db: Executor,
  { id, account }: Pick<DueCampaign, 'id' | 'account'>,
  needed: NeededValues,
  { claim, now, limit }: { claim: string; now: number; limit: number },
): Promise<ClaimedRecipients> {
  const claimAndRead = async (tx: Executor) => {
    const ids = await claimRecipients(tx, id, { claim, now, limit })
    const contacts = ids.length === 0 ? [] : await contactsOf(tx, ids)
    return { ids, ...(await readValues(tx, account, contacts, needed)) }
  }
  const readsInThread = dialectOf(db).isInOrder
  const { ids, ...claimed } = await (readsInThread
    ? inTransaction(db, claimAndRead)
    : claimAndRead(db))
  if (claimed.contacts.length < ids.length) {
    const found = new Set(claimed.contacts.map((contact) => contact.id))
    const gone = ids.filter((each) => !found.has(each))
    // It locks the account first, as all that return a quota do.
    await inTransaction(db, (tx) => cancelClaimed(tx, { account, claim, ids: gone }))
  }
  return claimed
}

async function readValues(
  tx: Executor,
  account: number,
  contacts: readonly ClaimedContact[],
  { readsFields, readsSender, readsEvent }: NeededValues,
): Promise<ClaimedRecipients> {
  const contactIds = contacts.map(({ contact_id }) => contact_id)
  const visits = contacts.map(({ visit }) => visit)
  return {
    contacts,
    fields: readsFields ? await fieldValuesOf(tx, account, contactIds) : new Map(),
    brands: readsSender ? await brandsOf(tx, account, contacts) : new Map(),
    events: readsEvent ? await eventsOfVisits(tx, visits) : new Map(),
  }
}

/** Returns the brands of the contacts' lists. */
async function brandsOf(
  tx: Executor,
  accountId: number,
  contacts: readonly ClaimedContact[],
): Promise<Map<number, Brand>> {
  const brands = new Map<number, Brand>()
  for (const listId of new Set(contacts.map(({ list_id }) => list_id))) {
    brands.set(listId, await findBrand(tx, { accountId, listId }))
  }
  return brands
}
