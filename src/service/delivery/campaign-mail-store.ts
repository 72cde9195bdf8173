import { storedAddress } from '../../core/address.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { TrackedLink } from '../tracking/rewrite-links.ts'

export const findSendingCampaign = (db: Executor, id: number): Promise<Campaign> =>
  db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export interface MailSettings {
  language: string
  /** The address exists among the account's senders. */
  from_mail: string | null
  reply_to: string | null
  dkim: number | null
  dkim_selector: string | null
}

/** Returns what a message takes from the account and from the sender at the time of sending. */
export const findMailSettings = (
  db: Executor,
  account: number,
  fromMail: string,
): Promise<MailSettings> =>
  db
    .selectFrom('accounts')
    .leftJoin('senders', (join) =>
      join
        .onRef('senders.account_id', '=', 'accounts.id')
        .on('senders.from_key', '=', storedAddress(fromMail)?.key ?? ''),
    )
    .select(['language', 'from_mail', 'reply_to', 'dkim', 'dkim_selector'])
    .where('accounts.id', '=', account)
    .executeTakeFirstOrThrow()

/** Stores the tracked links before the first message carries one. Sent content never changes. */
export async function insertLinks(
  db: Executor,
  { id, account }: { id: number; account: number },
  links: readonly TrackedLink[],
): Promise<void> {
  if (links.length === 0) return
  await db
    .insertInto('campaign_links')
    .values(
      links.map(({ position, url }) => ({ account_id: account, campaign_id: id, position, url })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
