import { sql } from 'kysely'
import { type AudienceFilter, isAddressed } from '../campaigns/sending/audience-store.ts'
import type { Campaign } from '../campaigns/store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import { addRecipients } from '../figures/recipients-store.ts'
import { enqueueRecipients } from '../queue/enqueue-store.ts'
import { isActiveAccount } from './claim-store.ts'

export type PreparedCampaign = Pick<
  Campaign,
  | 'id'
  | 'account_id'
  | 'segment_id'
  | 'resend_of'
  | 'resend_to'
  | 'recipients'
  | 'expect_min'
  | 'expect_max'
  | 'audience_fixed'
  | 'started_at'
  | 'ab_test'
  | 'ab_winner'
  | 'scheduled_at'
  | 'timezone'
  | 'by_recipient_timezone'
>

/** `smallest`: the campaign whose lists have the fewest contacts. Otherwise the oldest. */
export type PreparationOrder = 'oldest' | 'smallest'

interface PreparationClaim {
  claim: string
  now: number
  leaseMs: number
  order: PreparationOrder
}

/** Claims the next queued campaign of an active account for preparation. */
export const claimQueuedCampaign = (
  db: Executor,
  { claim, now, leaseMs, order }: PreparationClaim,
): Promise<PreparedCampaign | undefined> =>
  db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        dialectOf(db).skipLocked(
          query
            .selectFrom('campaigns')
            .select('campaigns.id as due_id')
            .where('status', '=', 'queued')
            .where('lease_until', '<', now)
            .where(isActiveAccount)
            .$if(order === 'smallest', (query) => query.orderBy(contactsOfLists))
            .orderBy('id')
            .limit(1),
        ),
    )
    .updateTable('campaigns')
    .from('due')
    .set({ claim, lease_until: now + leaseMs })
    .whereRef('campaigns.id', '=', 'due.due_id')
    .returning([
      'campaigns.id as id',
      'campaigns.account_id as account_id',
      'campaigns.segment_id as segment_id',
      'campaigns.resend_of as resend_of',
      'campaigns.resend_to as resend_to',
      'campaigns.recipients as recipients',
      'campaigns.expect_min as expect_min',
      'campaigns.expect_max as expect_max',
      'campaigns.audience_fixed as audience_fixed',
      'campaigns.started_at as started_at',
      'campaigns.ab_test as ab_test',
      'campaigns.ab_winner as ab_winner',
      'campaigns.scheduled_at as scheduled_at',
      'campaigns.timezone as timezone',
      'campaigns.by_recipient_timezone as by_recipient_timezone',
    ])
    .executeTakeFirst()

const contactsOfLists = sql`(
  select coalesce(sum(list_counts.contacts), 0) from campaign_lists
  join list_counts on list_counts.list_id = campaign_lists.list_id
  where campaign_lists.campaign_id = campaigns.id and campaign_lists.excluded = 0
)`

/**
 * Which list is being inserted, and the last contact inserted; undefined once the claim is lost. The
 * claim cannot be lost before the transaction ends: a cancel that came between would leave recipients
 * of a campaign that has ended.
 */
export const findAudienceCursor = (tx: Executor, id: number, claim: string) =>
  dialectOf(tx)
    .lockRows(
      tx
        .selectFrom('campaigns')
        .select(['audience_list as list', 'audience_cursor as lastContact'])
        .where('id', '=', id)
        .where('claim', '=', claim)
        .where('status', '=', 'queued'),
    )
    .executeTakeFirst()

/** The last contact of the next slice of a list; undefined at the end of the list. */
export async function endOfSlice(
  tx: Executor,
  list: number,
  after: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from contacts where list_id = ${list} and status = 'active' and id > ${after}
      order by id limit ${sql.lit(sliceSize)}
    ) as slice
  `.execute(tx)
  return rows[0]?.last ?? undefined
}

interface AudienceSlice {
  campaign: Pick<PreparedCampaign, 'id' | 'account_id'>
  list: number
  /** The contacts after `after`, up to and including `last`. */
  after: number
  last: number
  excluded: readonly number[]
  filter: AudienceFilter
  now: number
}

/** Inserts and queues the recipients of a slice. An address is inserted once, by the first list it is on. */
export async function insertRecipients(tx: Executor, slice: AudienceSlice): Promise<void> {
  const { campaign, list, after, last, excluded, filter, now } = slice
  const batch = { account: campaign.account_id, campaign: campaign.id }
  const people = sql`
    select contacts.email_key, 0, contacts.id from contacts
    where contacts.account_id = ${campaign.account_id} and contacts.list_id = ${list}
      and contacts.id > ${after} and contacts.id <= ${last}
      and ${isAddressed(excluded, filter)}`
  const ids = await addRecipients(tx, { ...batch, takenUntil: null, skipsKnown: true }, people)
  await enqueueRecipients(tx, { ...batch, ids, dueAt: now })
}

export async function advanceAudienceCursor(
  tx: Executor,
  id: number,
  cursor: { list: number; lastContact: number; leaseUntil: number },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      lease_until: cursor.leaseUntil,
      audience_list: cursor.list,
      audience_cursor: cursor.lastContact,
    })
    .where('id', '=', id)
    .execute()
}

export async function countRecipients(tx: Executor, campaign: number): Promise<number> {
  const { recipients } = await tx
    .selectFrom('recipients')
    .select(({ fn }) => fn.countAll<number>().as('recipients'))
    .where('campaign_id', '=', campaign)
    .executeTakeFirstOrThrow()
  return recipients
}

/** Marks the audience as fixed and ends the claim; returns false when the claim was lost. */
export async function setAudienceFixed(
  tx: Executor,
  { id, claim, recipients }: { id: number; claim: string; recipients: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({ audience_fixed: 1, recipients, claim: null, lease_until: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function releaseCampaign(
  db: Executor,
  { id, claim, until }: { id: number; claim: string; until: number },
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ claim: null, lease_until: until })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}
