import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { activeStatuses, type CampaignStatus } from '../../contract/shapes/campaign.ts'
import { storedAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { CampaignRow } from '../database/schema/campaign.ts'

export type Campaign = Selectable<CampaignRow>
export type NewCampaign = Insertable<CampaignRow>
export type CampaignChange = Updateable<CampaignRow>

export interface CampaignLists {
  included: number[]
  excluded: number[]
}

/** Returns a campaign of the account; throws `not_found` for messages of an automation. */
export async function findCampaign(db: Executor, account: number, id: number): Promise<Campaign> {
  const row = await findAnyCampaign(db, account, id)
  if (row.automation_id !== null) throw new Failure('not_found')
  return row
}

/** The same, but includes messages of automations. For reports about sent mail. */
export async function findAnyCampaign(
  db: Executor,
  account: number,
  id: number,
): Promise<Campaign> {
  const row = await db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return row
}

export async function insertCampaign(tx: Executor, campaign: NewCampaign): Promise<number> {
  const { id } = await tx
    .insertInto('campaigns')
    .values(campaign)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes an edit; returns false when another writer has changed the version. */
export async function updateCampaign(
  tx: Executor,
  { id, version }: Pick<Campaign, 'id' | 'version'>,
  change: CampaignChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Writes a change while the status is one of `statuses`; returns whether it was written. */
export async function updateCampaignInStatus(
  tx: Executor,
  id: number,
  statuses: readonly CampaignStatus[],
  change: CampaignChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', statuses)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/**
 * Accepts the figures that a paused campaign has now, if it was paused because of its reputation: they
 * may have grown since. An empty text is replaced by the figures when it is sent on.
 */
export const acceptReputation = (tx: Executor, accountId: number, id: number) =>
  tx
    .updateTable('campaigns')
    .set({ reputation_base: '' })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', '=', 'paused')
    .where('reason', '=', 'reputation')
    .execute()

/** Pauses every campaign of the account that is in one of `statuses`. Skips automation messages. */
export async function pauseAccountCampaigns(
  tx: Executor,
  accountId: number,
  statuses: readonly CampaignStatus[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      claim: null,
      lease_until: 0,
      status: 'paused',
      reason: 'user',
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('automation_id', 'is', null)
    .where('status', 'in', statuses)
    .execute()
}

export async function setTestedAt(tx: Executor, id: number, now: number): Promise<void> {
  await tx.updateTable('campaigns').set({ tested_at: now }).where('id', '=', id).execute()
}

export async function setLists(
  tx: Executor,
  { id, account_id }: Pick<Campaign, 'id' | 'account_id'>,
  { included, excluded }: CampaignLists,
): Promise<void> {
  await tx
    .deleteFrom('campaign_lists')
    .where('account_id', '=', account_id)
    .where('campaign_id', '=', id)
    .execute()
  const row = (isExcluded: 0 | 1) => (list: number, position: number) => ({
    account_id,
    campaign_id: id,
    list_id: list,
    position,
    excluded: isExcluded,
  })
  await tx
    .insertInto('campaign_lists')
    .values([...included.map(row(0)), ...excluded.map(row(1))])
    .execute()
}

export async function listsOf(
  db: Executor,
  accountId: number,
  campaigns: readonly number[],
): Promise<Map<number, CampaignLists>> {
  const found = new Map(
    campaigns.map((id) => [id, { included: [], excluded: [] } as CampaignLists]),
  )
  if (campaigns.length === 0) return found
  const rows = await db
    .selectFrom('campaign_lists')
    .select(['campaign_id', 'list_id', 'excluded'])
    .where('account_id', '=', accountId)
    .where('campaign_id', 'in', campaigns)
    .orderBy('position')
    .execute()
  for (const { campaign_id, list_id, excluded } of rows) {
    const lists = found.get(campaign_id)
    if (excluded) lists?.excluded.push(list_id)
    else lists?.included.push(list_id)
  }
  return found
}

/** Returns the ids in `ids` that are lists of the account. */
export async function selectAccountLists(
  db: Executor,
  account: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('lists')
    .select('id')
    .where('account_id', '=', account)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const findSender = (db: Executor, account: number, fromMail: string) =>
  db
    .selectFrom('senders')
    .selectAll()
    .where('account_id', '=', account)
    .where('from_key', '=', storedAddress(fromMail)?.key ?? '')
    .executeTakeFirst()

export interface CampaignFilter {
  status: CampaignStatus | 'active' | undefined
  q: string | undefined
  from: number | undefined
  to: number | undefined
}

/** The campaigns that a list shows. */
export const filtered = (
  db: Executor,
  account: number,
  { status, q, from, to }: CampaignFilter,
) => {
  let query = db
    .selectFrom('campaigns')
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .where('automation_id', 'is', null)
  if (status !== undefined) {
    query = query.where('status', 'in', status === 'active' ? activeStatuses : [status])
  }
  if (q !== undefined && q !== '') {
    const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`(lower(camp_name) like ${pattern} escape '\\' or lower(asunto) like ${pattern} escape '\\')`,
    )
  }
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<', to)
  return query
}

export const summaryColumns = [
  'id',
  'account_id',
  'camp_name',
  'asunto',
  'preheader',
  'from_name',
  'from_mail',
  'reply_to',
  'segment_id',
  'template_id',
  'expect_min',
  'expect_max',
  'track_reads',
  'track_links',
  'utm',
  'status',
  'reason',
  'scheduled_at',
  'timezone',
  'by_recipient_timezone',
  'started_at',
  'sent_at',
  'ended_at',
  'archive_slug',
  'archived_at',
  'recipients',
  'sent',
  'failed',
  'created_at',
  'updated_at',
] as const

export type CampaignSummary = Pick<Campaign, (typeof summaryColumns)[number]>

export function selectCampaigns(
  db: Executor,
  account: number,
  filter: CampaignFilter,
  page: { order: 'asc' | 'desc'; after: number | undefined; limit: number },
): Promise<CampaignSummary[]> {
  let query = filtered(db, account, filter)
  if (page.after !== undefined)
    query = query.where('id', page.order === 'asc' ? '>' : '<', page.after)
  return query.select(summaryColumns).orderBy('id', page.order).limit(page.limit).execute()
}

export async function countCampaigns(
  db: Executor,
  account: number,
  filter: CampaignFilter,
): Promise<number> {
  const { count } = await filtered(db, account, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
