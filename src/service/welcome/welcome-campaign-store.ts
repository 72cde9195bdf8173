import { sql } from 'kysely'
import type { DueWelcome } from '../contacts/welcomes-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { addRecipients } from '../figures/recipients-store.ts'
import { enqueueRecipients } from '../queue/enqueue-store.ts'

/** Returns the newest campaign with the welcome mail of a list. */
export const findWelcomeCampaign = (db: Executor, listId: number) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'template_id', 'asunto', 'html', 'text', 'from_name', 'from_mail'])
    .where('welcome_list_id', '=', listId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

interface WelcomeBatch {
  accountId: number
  campaign: number
  /** The end of the month whose limit the sends count against. */
  takenUntil: number
  now: number
}

/** Queues welcome mails for delivery, which checks again whether each may be sent. */
export async function insertWelcomeRecipients(
  tx: Executor,
  { accountId, campaign, takenUntil, now }: WelcomeBatch,
  people: readonly DueWelcome[],
): Promise<void> {
  const rows = people.map(({ contact_id, email_key }) => ({
    contact: contact_id,
    address: email_key,
  }))
  await tx
    .updateTable('campaigns')
    .set((row) => ({ recipients: row('recipients', '+', rows.length) }))
    .where('id', '=', campaign)
    .execute()
  // A contact that was deleted and added again is another one, with the same address.
  const ids = await addRecipients(
    tx,
    { account: accountId, campaign, takenUntil, skipsKnown: false },
    sql`select address, contact, contact
      from ${dialectOf(tx).records(rows, { contact: 'int', address: 'text' })} as r`,
  )
  await enqueueRecipients(tx, { account: accountId, campaign, ids, dueAt: now })
}
