import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { activeStatuses, type CampaignStatus } from '../../contract/shapes/campaign.ts'
import { normaliseAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { CampaignRow } from '../database/schema/campaign.ts'
import { type Action, movedBy } from './campaign.ts'

export type Campaign = Selectable<CampaignRow>
export type NewCampaign = Insertable<CampaignRow>
export type CampaignChange = Updateable<CampaignRow>

export interface CampaignLists {
  included: number[]
  excluded: number[]
}

/** Of this account, or `not_found`. What the node of an automation sends is no campaign to act on. */
export async function findCampaign(db: Executor, account: number, id: number): Promise<Campaign> {
  const row = await findMailing(db, account, id)
  if (row.automation_id !== null) throw new Failure('not_found')
  return row
}

/** The same for what is asked about mail that was sent, whoever sends it: an automation's too. */
export async function findMailing(db: Executor, account: number, id: number): Promise<Campaign> {
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

/** Writes an edit; false when the row has another version by now. */
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

/** Does what an action does to the row; false when its status does not allow it (any more). */
export async function moveCampaign(
  tx: Executor,
  id: number,
  action: Action,
  change: CampaignChange & { status: CampaignStatus },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', movedBy(action))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function setLists(
  tx: Executor,
  campaign: number,
  { included, excluded }: CampaignLists,
): Promise<void> {
  await tx.deleteFrom('campaign_lists').where('campaign_id', '=', campaign).execute()
  const row = (isExcluded: 0 | 1) => (list: number, position: number) => ({
    campaign_id: campaign,
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
  campaigns: readonly number[],
): Promise<Map<number, CampaignLists>> {
  const found = new Map(
    campaigns.map((id) => [id, { included: [], excluded: [] } as CampaignLists]),
  )
  if (campaigns.length === 0) return found
  const rows = await db
    .selectFrom('campaign_lists')
    .select(['campaign_id', 'list_id', 'excluded'])
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

/** Those of the lists that this account has. */
export async function ownLists(
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
    .where('from_key', '=', normaliseAddress(fromMail)?.key ?? '')
    .executeTakeFirst()

export interface CampaignFilter {
  status: CampaignStatus | 'active' | undefined
  q: string | undefined
  from: number | undefined
  to: number | undefined
}

const filtered = (db: Executor, account: number, { status, q, from, to }: CampaignFilter) => {
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

const summaryColumns = [
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
