import type { Executor } from '../database/dialect.ts'

interface EventQuery {
  accountId: number
  order: 'asc' | 'desc'
  /** Continues after this `seq`, in that order. */
  after?: number | undefined
  limit: number
  type?: string | undefined
  contactId?: number | undefined
  campaignId?: number | undefined
  /** Only events with a delivery to this webhook. */
  webhookId?: number | undefined
  /** Milliseconds, both inclusive. */
  from?: number | undefined
  to?: number | undefined
}

/**
 * Returns events in the order of their commits. Events without a `seq` follow later than all
 * others.
 */
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
