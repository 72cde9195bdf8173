import type { Executor } from '../database/dialect.ts'

export interface EventQuery {
  accountId: number
  order: 'asc' | 'desc'
  /** The `seq` behind which it goes on, in that order. */
  after?: number | undefined
  limit: number
  type?: string | undefined
  contactId?: number | undefined
  campaignId?: number | undefined
  /** Only those that it was told, or is to be told. */
  webhookId?: number | undefined
  /** Milliseconds; both are within. */
  from?: number | undefined
  to?: number | undefined
}

/** In the order in which they were committed: what has no `seq` yet comes behind all that has. */
export async function selectEvents(db: Executor, query: EventQuery) {
  const { accountId, order, after, limit, type, contactId, campaignId, webhookId, from, to } = query
  let events = db
    .selectFrom('events')
    .select(['id', 'seq', 'type', 'payload', 'contact_id', 'campaign_id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('seq', 'is not', null)
    .$narrowType<{ seq: number }>()
    .orderBy('seq', order)
    .limit(limit)
  if (after !== undefined) events = events.where('seq', order === 'asc' ? '>' : '<', after)
  if (type !== undefined) events = events.where('type', '=', type)
  if (contactId !== undefined) events = events.where('contact_id', '=', contactId)
  if (campaignId !== undefined) events = events.where('campaign_id', '=', campaignId)
  if (webhookId !== undefined) {
    events = events.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .where('deliveries.webhook_id', '=', webhookId)
          .whereRef('deliveries.event_id', '=', 'events.id'),
      ),
    )
  }
  if (from !== undefined) events = events.where('created_at', '>=', from)
  if (to !== undefined) events = events.where('created_at', '<=', to)
  return events.execute()
}
