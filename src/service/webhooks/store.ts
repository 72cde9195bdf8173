import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { WebhookRow } from '../database/schema/webhooks.ts'

export type Webhook = Omit<WebhookRow, 'id'> & { id: number }

/** Identifies a webhook of an account. */
interface WebhookKey {
  accountId: number
  webhookId: number
}

export async function findWebhook(
  db: Executor,
  { accountId, webhookId }: WebhookKey,
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

interface WebhookQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
}

/** Returns up to `limit` + 1 webhooks; one more than `limit` means there is another page. */
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

/** Returns the secrets that the account uses for a URL. */
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

/** Copies new secrets to the automation nodes that call the same URL. */
export const copySecretsToNodes = (
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

/** Disables all webhooks of an account, when the account is deleted. */
export async function disableAccountWebhooks(
  tx: Executor,
  accountId: number,
  now: number,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ enabled: 0, updated_at: now })
    .where('account_id', '=', accountId)
    .execute()
}

type WebhookChange = Partial<Omit<Webhook, 'id' | 'account_id' | 'created_at'>>

export const updateWebhook = (
  db: Executor,
  { accountId, webhookId }: WebhookKey,
  change: WebhookChange,
) =>
  db
    .updateTable('webhooks')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .execute()

export const deleteWebhook = (db: Executor, { accountId, webhookId }: WebhookKey) =>
  db
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .execute()

/** Returns the ids in `ids` that are events of the account. */
export async function selectAccountEvents(
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

export interface EventSpan {
  accountId: number
  types: readonly string[]
  from: number
  to: number
}

/** Returns a slice of the events of a time span after `after`, in the order of `seq`. */
export const selectEventsInSpan = (
  reader: Executor,
  { accountId, types, from, to }: EventSpan,
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
