import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { cancelRecipients } from '../figures/recipients-store.ts'

/** Lets the mail of an account go to the relay. Returns false if it does already. */
export async function endSandbox(tx: Executor, accountId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ is_sandbox: 0, updated_at: now })
    .where('id', '=', accountId)
    .where('is_sandbox', '=', 1)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Cancels the campaigns that are being sent, or would be. A worker then cancels their recipients. */
export async function cancelCampaigns(
  tx: Executor,
  accountId: number,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({
      ...{ status: 'cancelled', reason: null, claim: null, lease_until: 0, updated_at: now },
      version: sql<number>`version + 1`,
    })
    .where('account_id', '=', accountId)
    .where('automation_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['scheduled', 'queued', 'sending', 'ab_testing', 'paused'])
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Stops new runs. Those that have begun stay where they are. */
export async function pauseAutomations(
  tx: Executor,
  accountId: number,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('automations')
    .set({ status: 'paused', updated_at: now })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['active', 'draining'])
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Cancels what waits to be sent: messages of automations, tests, codes, opt-in mails. */
export async function cancelWaiting(tx: Executor, accountId: number): Promise<void> {
  const recipients = await sql<{ id: number }>`
    delete from recipient_queue where account_id = ${accountId} and submitting = 0 returning id
  `.execute(tx)
  await cancelRecipients(
    tx,
    recipients.rows.map(({ id }) => id),
  )
  const messages = await sql<{ id: number }>`
    delete from message_queue where account_id = ${accountId} and submitting = 0 returning id
  `.execute(tx)
  const removed = dialectOf(tx).records(messages.rows, { id: 'int' })
  await sql`delete from messages where id in (select r.id from ${removed} as r)`.execute(tx)
}

/** The codes of these senders went to the inbox of the account, so they prove nothing. */
export async function unverifySenders(tx: Executor, accountId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('senders')
    .set({ verified_at: null, code_hash: null, token_hash: null, code_expires_at: 0 })
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
