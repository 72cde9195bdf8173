import { type Contact, selectContactsOfAddress } from '../contacts/store.ts'
import {
  selectSuppressionsOfAddress,
  wholeAccount,
} from '../contacts/suppression/suppressions-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { List } from '../lists/store.ts'

/** A list of the account, with the contact that the person is on it. */
export interface Subscription {
  list: List
  contact: Contact | undefined
  /** Mail of the list reaches the person. */
  isOn: boolean
}

/**
 * Returns the lists that an address is on, with any status, and those that everyone may join. The
 * public lists are left out where nobody may join.
 */
export async function selectSubscriptions(
  db: Executor,
  { accountId, emailKey, mayJoin }: { accountId: number; emailKey: string; mayJoin: boolean },
): Promise<Subscription[]> {
  const rows = await selectContactsOfAddress(db, { accountId, emailKey })
  const contacts = new Map(rows.map((row) => [row.list_id, row]))
  const lists = await db
    .selectFrom('lists')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((where) =>
      where.or([
        where('id', 'in', [0, ...contacts.keys()]),
        ...(mayJoin ? [where('is_public', '=', 1)] : []),
      ]),
    )
    .orderBy('id')
    .execute()
  const suppressions = await selectSuppressionsOfAddress(db, accountId, [emailKey])
  const closed = new Set(suppressions.map(({ list_id }) => list_id))
  return lists.map((list) => {
    const contact = contacts.get(list.id)
    const isClosed = closed.has(wholeAccount) || closed.has(list.id)
    return { list, contact, isOn: contact?.status === 'active' && !isClosed }
  })
}
