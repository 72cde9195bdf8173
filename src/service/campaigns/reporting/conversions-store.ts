import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import { appendSignals } from '../../events/signals-store.ts'
import { addConversion } from '../../figures/conversions-store.ts'

/** A shop reports a few per recipient. The limit stops abuse of the public tracking pixel. */
const maxPerRecipient = 1000

export interface ConvertedRecipient {
  id: number
  account_id: number
  campaign_id: number
  contact_id: number
}

/** Finds a recipient of the campaign by id, by contact, or by both. */
export function findConverted(
  db: Executor,
  { campaign, recipient, contact }: { campaign: number; recipient?: number; contact?: number },
): Promise<ConvertedRecipient | undefined> {
  let query = db
    .selectFrom('recipients')
    .select(['id', 'account_id', 'campaign_id', 'contact_id'])
    .where('campaign_id', '=', campaign)
    .limit(1)
  if (recipient !== undefined) query = query.where('id', '=', recipient)
  if (contact !== undefined) query = query.where('contact_id', '=', contact)
  return query.executeTakeFirst()
}

export interface Conversion {
  name: string
  event_id: string
  value?: number | undefined
  currency?: string | undefined
}

/** Counts the conversions of a recipient after a time. */
export async function countConversions(
  db: Executor,
  recipient: number,
  since: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('conversions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_id', '=', recipient)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns false when the event was recorded before. */
export async function insertConversion(
  tx: Executor,
  { id, account_id, campaign_id, contact_id }: ConvertedRecipient,
  { name, event_id, value = undefined, currency = undefined }: Conversion,
  now: number,
): Promise<boolean> {
  const recipient = { account_id, campaign_id, recipient_id: id, contact_id }
  const row = { ...recipient, name, event_id, value: value ?? null, currency: currency ?? null }
  if (!(await addConversion(tx, { ...row, at: now }, maxPerRecipient))) return false
  await appendSignals(tx, [
    {
      accountId: account_id,
      kind: 'conversion',
      contactId: contact_id,
      campaignId: campaign_id,
      name,
      now,
    },
  ])
  return true
}

/** The conversions of one recipient. */
export interface RecipientConversions {
  count: number
  first_at: number
  /** By currency; null for those without one. */
  values: { currency: string | null; value: number }[]
}

/** Returns the conversions by recipient. Others have none. */
export async function conversionsByRecipient(
  db: Executor,
  campaign: number,
  recipients: readonly number[],
): Promise<Map<number, RecipientConversions>> {
  const found = new Map<number, RecipientConversions>()
  if (recipients.length === 0) return found
  const rows = await db
    .selectFrom('conversions')
    .select([
      'recipient_id',
      'currency',
      ({ fn }) => fn.countAll<number>().as('count'),
      ({ fn }) => fn.min('at').as('first_at'),
      sql<number>`coalesce(sum(value), 0)`.as('value'),
    ])
    .where('recipient_id', 'in', recipients)
    .where(sql`+campaign_id`, '=', campaign)
    .groupBy(['recipient_id', 'currency'])
    .orderBy('currency')
    .execute()
  for (const { recipient_id, currency, value, count, first_at } of rows) {
    const { values = [], ...before } = found.get(recipient_id) ?? { count: 0, first_at }
    found.set(recipient_id, {
      count: before.count + count,
      first_at: Math.min(before.first_at, first_at),
      values: [...values, { currency, value }],
    })
  }
  return found
}
