import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { SenderRow } from '../database/schema/mail.ts'

export type Sender = Selectable<SenderRow>

type SenderInput = Pick<
  Insertable<SenderRow>,
  'account_id' | 'from_name' | 'from_mail' | 'from_key' | 'reply_to'
>
export type Checked = Pick<
  Insertable<SenderRow>,
  'spf' | 'dkim' | 'dkim_selector' | 'dmarc' | 'checked_at'
>

/** Adds a sender or, if the address exists, updates it. It stays verified. */
export const upsertSender = (
  db: Executor,
  sender: SenderInput & Checked,
  now: number,
): Promise<Sender> =>
  db
    .insertInto('senders')
    .values({ ...sender, code_expires_at: 0, code_tries: 0, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'from_key']).doUpdateSet(sender))
    .returningAll()
    .executeTakeFirstOrThrow()

/** `key` is the folded address. */
export const findSender = (
  db: Executor,
  account: number,
  key: string,
): Promise<Sender | undefined> =>
  db
    .selectFrom('senders')
    .selectAll()
    .where('account_id', '=', account)
    .where('from_key', '=', key)
    .executeTakeFirst()

/** Returns the account to name in the verification mail. */
export const findOwner = (db: Executor, account: number) =>
  db
    .selectFrom('accounts')
    .select(['username', 'language'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()

/** Finds a sender by its token, with the account's name for a page without login. */
export const findSenderByToken = (db: Executor, tokenHashes: readonly string[], now: number) =>
  db
    .selectFrom('senders')
    .innerJoin('accounts', 'accounts.id', 'senders.account_id')
    .select(['senders.id', 'senders.account_id', 'from_mail', 'username'])
    .where('token_hash', 'in', tokenHashes)
    .where('code_expires_at', '>', now)
    .executeTakeFirst()

export const listSenders = (
  db: Executor,
  account: number,
  page: { after: number | undefined; descending: boolean; limit: number },
): Promise<Sender[]> => {
  const { after, descending, limit } = page
  let query = db.selectFrom('senders').selectAll().where('account_id', '=', account)
  if (after !== undefined) query = query.where('id', descending ? '<' : '>', after)
  return query
    .orderBy('id', descending ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

export async function setChecks(
  db: Executor,
  account: number,
  checks: readonly (Checked & { id: number })[],
): Promise<void> {
  const found = dialectOf(db).records(checks, {
    id: 'int',
    spf: 'int',
    dkim: 'int',
    dkim_selector: 'text',
    dmarc: 'int',
    checked_at: 'int',
  })
  await sql`
    update senders
    set spf = found.spf, dkim = found.dkim, dkim_selector = found.dkim_selector,
      dmarc = found.dmarc, checked_at = found.checked_at
    from ${found} as found
    where senders.id = found.id and senders.account_id = ${account}`.execute(db)
}

export async function setCode(
  db: Executor,
  id: number,
  code: { codeHash: string; tokenHash: string; expiresAt: number },
): Promise<void> {
  await db
    .updateTable('senders')
    .set({
      code_hash: code.codeHash,
      token_hash: code.tokenHash,
      code_expires_at: code.expiresAt,
      code_tries: 0,
    })
    .where('id', '=', id)
    .execute()
}

/** Uses up one attempt in the same statement that checks whether any is left. */
export const consumeAttempt = (
  db: Executor,
  sender: { account: number; key: string },
  { maxAttempts, now }: { maxAttempts: number; now: number },
): Promise<Sender | undefined> =>
  db
    .updateTable('senders')
    .set(({ eb }) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('account_id', '=', sender.account)
    .where('from_key', '=', sender.key)
    .where('code_hash', 'is not', null)
    .where('code_tries', '<', maxAttempts)
    .where('code_expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Marks a sender as verified. Its code and token become invalid. */
export async function setVerified(db: Executor, id: number, now: number): Promise<void> {
  await db
    .updateTable('senders')
    .set({ verified_at: now, code_hash: null, token_hash: null, code_expires_at: 0 })
    .where('id', '=', id)
    .execute()
}
