import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { WebhookRow } from '../database/schema/webhooks.ts'

export type Webhook = Omit<WebhookRow, 'id'> & { id: number }

/** Whose webhook it is, is part of asking for it. */
export interface WebhookPlace {
  accountId: number
  webhookId: number
}

export async function findWebhook(
  db: Executor,
  { accountId, webhookId }: WebhookPlace,
): Promise<Webhook> {
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .where('automation_id', 'is', null)
    .executeTakeFirst()
  if (!webhook) throw new Failure('not_found')
  return webhook
}

export interface WebhookQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
}

/** One more than `limit`, which says that there are more. */
export function selectWebhooks(
  db: Executor,
  { accountId, limit, order, after }: WebhookQuery,
): Promise<Webhook[]> {
  let webhooks = db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('automation_id', 'is', null)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) webhooks = webhooks.where('id', order === 'asc' ? '>' : '<', after)
  return webhooks.execute()
}

export async function countWebhooks(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('automation_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** What the account's own webhook of an address signs with, as its row keeps it. */
export async function findSecretsOf(
  db: Executor,
  { accountId, url }: { accountId: number; url: string },
): Promise<string | undefined> {
  const webhook = await db
    .selectFrom('webhooks')
    .select('secrets')
    .where('account_id', '=', accountId)
    .where('url', '=', url)
    .where('automation_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return webhook?.secrets
}

export async function insertWebhook(db: Executor, webhook: Omit<Webhook, 'id'>): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values(webhook)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The nodes of automations that call the same address sign with it from now on. */
export const passSecretsOn = (
  tx: Executor,
  { accountId, url, secrets }: { accountId: number; url: string; secrets: string },
) =>
  tx
    .updateTable('webhooks')
    .set({ secrets })
    .where('account_id', '=', accountId)
    .where('url', '=', url)
    .where('automation_id', 'is not', null)
    .execute()

/** All of an account's: nobody is there any more to be told anything. */
export async function silenceWebhooks(tx: Executor, accountId: number, now: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ enabled: 0, updated_at: now })
    .where('account_id', '=', accountId)
    .execute()
}

export type WebhookChange = Partial<Omit<Webhook, 'id' | 'account_id' | 'created_at'>>

export const updateWebhook = (
  db: Executor,
  { accountId, webhookId }: WebhookPlace,
  change: WebhookChange,
) =>
  db
    .updateTable('webhooks')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .execute()

export const deleteWebhook = (db: Executor, { accountId, webhookId }: WebhookPlace) =>
  db
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .execute()

/** Those of the ids that are events of the account. */
export async function selectOwnEvents(
  db: Executor,
  accountId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

export interface Span {
  accountId: number
  types: readonly string[]
  from: number
  to: number
}

/** What happened in a span of time, a slice at a time: those behind `after`, in the order of `seq`. */
export const selectSpan = (
  reader: Executor,
  { accountId, types, from, to }: Span,
  after: number,
  limit: number,
) =>
  reader
    .selectFrom('events')
    .select(['id', 'seq'])
    .where('account_id', '=', accountId)
    .where('seq', '>', after)
    .$narrowType<{ seq: number }>()
    .where('type', 'in', types)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('seq')
    .limit(limit)
    .execute()
