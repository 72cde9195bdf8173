import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { suppressionTypes } from '../../contract/shapes/suppression.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ListPlace } from '../lists/store.ts'
import type { Key, KeyRing } from '../secrets.ts'
import type { Suppressed } from './status.ts'

export type SuppressionType = (typeof suppressionTypes)[number]

export interface NewSuppression {
  accountId: number
  /** 0: on the whole account. */
  listId: number
  emailKey: string
  /** Null once the person was erased. */
  email: string | null
  type: SuppressionType
  reason: string
  campaignId: number | null
  now: number
}

/** A complaint weighs more than what was there; anything else leaves it as it is. */
export async function suppress(db: Executor, added: NewSuppression): Promise<void> {
  const row = {
    account_id: added.accountId,
    list_id: added.listId,
    email_key: added.emailKey,
    email: added.email,
    type: added.type,
    reason: added.reason,
    campaign_id: added.campaignId,
    created_at: added.now,
  }
  await db
    .insertInto('suppressions')
    .values(row)
    .onConflict((conflict) => {
      const same = conflict.columns(['account_id', 'email_key', 'list_id'])
      if (added.type !== 'complaint') return same.doNothing()
      const { type, reason, campaign_id } = row
      return same.doUpdateSet({ type, reason, campaign_id })
    })
    .execute()
}

/** No address begins so: a colon stands in none without quotes. */
const erasedPrefix = 'hash:'
const erasedEnd = 'hash;'

/** What is kept of an erased address: enough to know it again, too little to read it. */
export const erasedKey = (emailKey: string, { id, secret }: Key): string =>
  `${erasedPrefix}${id}:${createHmac('sha256', secret).update(emailKey).digest('base64url')}`

export const erasedKeys = (emailKey: string, ring: KeyRing): string[] =>
  ring.map((key) => erasedKey(emailKey, key))

/** Which of the addresses are suppressed on the list or on the whole account. */
export async function selectSuppressed(
  db: Executor,
  { accountId, listId }: ListPlace,
  emailKeys: readonly string[],
  ring: KeyRing,
): Promise<ReadonlySet<string>> {
  const { hasAny, hasErased } = await selectHeld(db, accountId)
  if (!hasAny) return new Set()
  const asked = emailKeys.map((key) => ({ key, held: key }))
  // Hashing thousands of addresses takes longer than writing them: only where somebody was erased.
  if (hasErased) {
    for (const key of emailKeys) {
      for (const held of erasedKeys(key, ring)) asked.push({ key, held })
    }
  }
  const source = dialectOf(db).records(asked, { key: 'text', held: 'text' })
  const { rows } = await sql<{ key: string }>`
    select r.key as key from ${source} as r join suppressions s
    on s.account_id = ${accountId} and s.email_key = r.held and s.list_id in (0, ${listId})
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** What an account holds at all: most have no suppression to look thousands of addresses up in. */
async function selectHeld(
  db: Executor,
  accountId: number,
): Promise<{ hasAny: boolean; hasErased: boolean }> {
  const first = db
    .selectFrom('suppressions')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
  const any = await first.executeTakeFirst()
  if (!any) return { hasAny: false, hasErased: false }
  const erased = await first
    .where('email_key', '>=', erasedPrefix)
    .where('email_key', '<', erasedEnd)
    .executeTakeFirst()
  return { hasAny: true, hasErased: erased !== undefined }
}

/** Whether a person who asks for it may come back: not after a complaint, nor when the owner forbids it. */
export async function suppressionOf(
  db: Executor,
  { accountId, listId }: ListPlace,
  emailKey: string,
  ring: KeyRing,
): Promise<Suppressed> {
  const found = await db
    .selectFrom('suppressions')
    .select(['list_id', 'type'])
    .where('account_id', '=', accountId)
    .where('list_id', 'in', [0, listId])
    .where('email_key', 'in', [emailKey, ...erasedKeys(emailKey, ring)])
    .execute()
  if (found.some(({ list_id, type }) => list_id === 0 || type === 'complaint' || type === 'manual'))
    return 'forbidden'
  return found.length > 0 ? 'left' : 'no'
}

/** The person came back: what kept them off this list is lifted. */
export async function liftSuppressions(
  db: Executor,
  { accountId, listId }: ListPlace,
  emailKeys: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('suppressions')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('email_key', 'in', emailKeys)
    .execute()
}
