import { type RawBuilder, sql } from 'kysely'
import type { contactEventTypes } from '../../contract/shapes/contact.ts'
import { allInOrder } from '../database/batches/all-in-order.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { addFigures, addingFigures, type FigureChange } from './addition-store.ts'

type ContactEventType = (typeof contactEventTypes)[number]

interface NewContactEvent {
  accountId: number
  contactId: number
  type: ContactEventType
  campaignId?: number | null
  detail?: string
  now: number
}

export const recordContactEvent = (
  tx: Executor,
  { accountId, contactId, type, campaignId = null, detail = '', now }: NewContactEvent,
): Promise<void> =>
  insertHistory(
    tx,
    sql`select cast(${accountId} as bigint), cast(${contactId} as bigint), ${type},
      cast(${campaignId} as bigint), ${detail}, cast(${now} as bigint)`,
    { isOfCampaign: campaignId !== null },
  )

/**
 * Adds entries to the history of contacts. `entries` is a query of the account, contact, type, campaign,
 * detail and time. `isOfCampaign`: some of them may name a campaign.
 */
export async function insertHistory(
  tx: Executor,
  entries: RawBuilder<unknown>,
  { isOfCampaign }: { isOfCampaign: boolean },
): Promise<void> {
  const insertion = sql<Entry>`
    insert into contact_history (account_id, contact_id, type, campaign_id, detail, at)
    select * from (${entries}) as entries where ${dialectOf(tx).countsFigures}
    ${isOfCampaign ? sql`returning account_id, campaign_id, type` : sql``}`
  const { rows } = await insertion.execute(tx)
  await addFigures(tx, rows.flatMap(figureOf))
}

interface Entry {
  account_id: number
  campaign_id: number | null
  type: ContactEventType
}

const measures: Partial<Record<ContactEventType, string>> = {
  complaint: 'complaints',
  unsubscribe: 'unsubscribes',
}

const figureOf = ({ account_id, campaign_id, type }: Entry): FigureChange[] => {
  const measure = measures[type]
  if (campaign_id === null || measure === undefined) return []
  return [{ account_id, campaign_id, measure, count: 1 }]
}

/** Deletes the history of contacts. The figures of campaigns no longer have what was in it. */
export async function deleteHistory(tx: Executor, contacts: RawBuilder<unknown>): Promise<void> {
  const deletion = (db: Executor) => sql`
    delete from contact_history where contact_id in ${contacts} and ${dialectOf(db).countsFigures}`
  const lost = (entries: RawBuilder<unknown>) => sql`
    select account_id, campaign_id,
      case type when 'complaint' then 'complaints' else 'unsubscribes' end as measure, '' as key,
      0 as at, -1 as count, 0.0 as amount
    from ${entries} where campaign_id is not null and type in ('complaint', 'unsubscribe')`
  if (dialectOf(tx).isInOrder) {
    const entries = sql`(select * from contact_history where contact_id in ${contacts}) as entries`
    await allInOrder(tx, [
      (each) => addingFigures(each, lost(entries)).execute(each),
      (each) => deletion(each).execute(each),
    ])
    return
  }
  await sql`
    with gone as (${deletion(tx)} returning account_id, campaign_id, type)
    ${addingFigures(tx, lost(sql`gone`))}
  `.execute(tx)
}
