import { type SenderValues, senderValues } from '../../brands/sender-values.ts'
import { findBrand, selectPostalAddresses } from '../../brands/store.ts'
import type { Executor } from '../../database/dialect.ts'
import { type Campaign, listsOf } from '../store.ts'

/** Returns what a campaign shows of its sender: the brand of its first list. */
export async function sampleSender(
  db: Executor,
  { id, account_id: accountId, from_name }: Pick<Campaign, 'id' | 'account_id' | 'from_name'>,
): Promise<{ sender: SenderValues; postalAddresses: string[] }> {
  const [listId] = (await listsOf(db, accountId, [id])).get(id)?.included ?? []
  const brand = await findBrand(db, { accountId, listId })
  return {
    sender: senderValues(brand, from_name),
    postalAddresses: await selectPostalAddresses(db, accountId),
  }
}
