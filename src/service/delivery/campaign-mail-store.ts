import type { Campaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { TrackedLink } from '../tracking/rewrite-links.ts'

export const findSendingCampaign = (db: Executor, id: number): Promise<Campaign> =>
  db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findAccountLanguage = (db: Executor, account: number) =>
  db.selectFrom('accounts').select('language').where('id', '=', account).executeTakeFirstOrThrow()

/** Stores the tracked links before the first message carries one. Sent content never changes. */
export async function insertLinks(
  db: Executor,
  campaign: number,
  links: readonly TrackedLink[],
): Promise<void> {
  if (links.length === 0) return
  await db
    .insertInto('campaign_links')
    .values(links.map(({ position, url }) => ({ campaign_id: campaign, position, url })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
