import type { PurgeContext } from './delete-slices.ts'
import { fillAccounts, selectWithoutAccount } from './figure-accounts-store.ts'

/** A campaign has some tens of figures, so this is about as much as in other slices. */
const campaignsAtOnce = 50

/** Writes the account to the figures of campaigns that programs before migration 0047 have written. */
export async function fillFigureAccounts({ db, reader, signal }: PurgeContext): Promise<void> {
  let after = 0
  while (!signal.aborted) {
    const campaigns = await selectWithoutAccount(reader, { after, limit: campaignsAtOnce })
    if (campaigns.length === 0) return
    await fillAccounts(db, campaigns)
    after = campaigns.at(-1) ?? after
  }
}
