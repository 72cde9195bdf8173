import { sql } from 'kysely'
import type { DueWelcome } from '../contacts/welcomes-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
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
  const { rows: inserted } = await sql<{ id: number }>`
    insert into recipients (account_id, campaign_id, address_key, visit, contact_id, state, attempts,
      taken_until)
    select ${accountId}, ${campaign}, address, contact, contact, 'pending', 0, ${takenUntil}
    from ${dialectOf(tx).records(rows, { contact: 'int', address: 'text' })} as r
    returning id
  `.execute(tx)
  const ids = inserted.map(({ id }) => id)
  await enqueueRecipients(tx, { account: accountId, campaign, ids, dueAt: now })
}
