import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import { randomToken } from '../../core/ids.ts'
import { isAddressed } from '../campaigns/audience-store.ts'
import { verdictOnAudience } from '../campaigns/campaign.ts'
import { type Choice, chosenBy } from '../campaigns/choice-store.ts'
import { reserveSends, settleSends } from '../campaigns/reserve-store.ts'
import {
  type CampaignLists,
  listsOf,
  moveCampaign,
  type Campaign as Row,
} from '../campaigns/store.ts'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import type { Service } from '../service.ts'
import { drawNext, firstStep, isSorted } from './draw-store.ts'

/** Many times what a slice takes; it is renewed with each. */
const leaseMs = 5 * 60_000

type Campaign = Choice &
  Pick<
    Row,
    | 'id'
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

/**
 * Fixes the audience of one queued campaign and lets it begin. Stops between two slices when told
 * to; whoever goes on finds the cursor. Returns whether there was one.
 */
export async function prepareNext(service: Service, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = service
  const claimed = await claimCampaign(db, clock.now())
  if (!claimed) return false
  const { campaign, claim } = claimed
  if (campaign.audience_fixed === 1) {
    const mayGo = await db
      .transaction()
      .execute((tx) => reserveOrHold(tx, campaign, campaign.recipients, clock.now()))
    if (!mayGo) return true
    const draw = (tx: Executor, now: number) => drawNext(tx, { campaign, claim }, { now, leaseMs })
    if (await takeSteps(service, { campaign, claim, signal }, draw)) {
      await begin(db, campaign, clock.now(), campaign.recipients)
    }
    return true
  }
  const lists = (await listsOf(db, [campaign.id])).get(campaign.id)
  if (!lists) return true
  const chosen = await chosenOrBroken(service, campaign)
  if (chosen === 'broken') {
    await hold(db, campaign)
    return true
  }
  const take = (tx: Executor, now: number) => takeSlice(tx, { campaign, claim, lists, chosen }, now)
  if (await takeSteps(service, { campaign, claim, signal }, take)) {
    await db.transaction().execute((tx) => fix(tx, campaign, claim, clock.now()))
  }
  return true
}

interface Claimed {
  campaign: Campaign
  claim: string
}

/** Whether it came to the end: told to stop it leaves the campaign, and somebody else may have it. */
async function takeSteps(
  { db, clock }: Service,
  { campaign, claim, signal }: Claimed & { signal: AbortSignal },
  step: (tx: Executor, now: number) => Promise<'more' | 'done' | 'lost'>,
): Promise<boolean> {
  for (;;) {
    if (signal.aborted) {
      await leave(db, campaign, claim)
      return false
    }
    const found = await db.transaction().execute((tx) => step(tx, clock.now()))
    if (found !== 'more') return found === 'done'
    await setImmediate()
  }
}

async function claimCampaign(db: Executor, now: number): Promise<Claimed | undefined> {
  const claim = randomToken(12)
  const dialect = dialectOf(db)
  const campaign = await db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        dialect.skipLocked(
          query
            .selectFrom('campaigns')
            .select('campaigns.id as due_id')
            .where('status', '=', 'queued')
            .where('lease_until', '<', now)
            .where(isActiveAccount)
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
  return campaign && { campaign, claim }
}

/** A suspended account's mail waits. */
export const isActiveAccount = sql<boolean>`exists (
  select 1 from accounts where accounts.id = campaigns.account_id and accounts.status = 'active'
)`

interface Fixing extends Claimed {
  lists: CampaignLists
  chosen: Condition | undefined
}

/** As it is now: one that is gone, or asks for what is gone, is never taken for everybody. */
async function chosenOrBroken(
  { db, clock }: Service,
  campaign: Campaign,
): Promise<Condition | undefined | 'broken'> {
  try {
    return await chosenBy(db, clock, campaign)
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return 'broken'
    throw error
  }
}

const hold = (db: Executor, { id }: Campaign) =>
  moveCampaign(db, id, 'hold', {
    status: 'paused',
    reason: 'segment',
    claim: null,
    lease_until: 0,
  })

/** The next contacts of the list it has come to. One address is inserted once: by the first list. */
async function takeSlice(
  tx: Executor,
  { campaign: { id, account_id }, claim, lists: { included, excluded }, chosen }: Fixing,
  now: number,
): Promise<'more' | 'done' | 'lost'> {
  const place = await tx
    .selectFrom('campaigns')
    .select(['audience_list', 'audience_cursor'])
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  if (!place) return 'lost'
  const list = included[place.audience_list]
  if (list === undefined) return 'done'
  const after = place.audience_cursor
  const last = await endOfSlice(tx, list, after)
  if (last !== undefined) {
    await sql`
      insert into recipients (account_id, campaign_id, address_key, visit, contact_id, state,
        lease_until, attempts, next_at)
      select ${account_id}, ${id}, contacts.email_key, 0, contacts.id, 'pending', 0, 0, ${now}
      from contacts
      where contacts.account_id = ${account_id} and contacts.list_id = ${list}
        and contacts.id > ${after} and contacts.id <= ${last}
        and ${isAddressed(excluded, chosen)}
      on conflict do nothing
    `.execute(tx)
  }
  await tx
    .updateTable('campaigns')
    .set({
      lease_until: now + leaseMs,
      audience_list: last === undefined ? place.audience_list + 1 : place.audience_list,
      audience_cursor: last ?? 0,
    })
    .where('id', '=', id)
    .execute()
  return 'more'
}

async function endOfSlice(tx: Executor, list: number, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from contacts where list_id = ${list} and status = 'active' and id > ${after}
      order by id limit ${sql.lit(sliceSize)}
    ) as slice
  `.execute(tx)
  return rows[0]?.last ?? undefined
}

/** Nobody joins from here on. Other numbers than expected are for a person to look at. */
async function fix(tx: Executor, campaign: Campaign, claim: string, now: number): Promise<void> {
  const { id } = campaign
  const { recipients } = await tx
    .selectFrom('recipients')
    .select(({ fn }) => fn.countAll<number>().as('recipients'))
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({ audience_fixed: 1, recipients, claim: null, lease_until: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  switch (verdictOnAudience(recipients, { min: campaign.expect_min, max: campaign.expect_max })) {
    case 'drift':
      await moveCampaign(tx, id, 'hold', { status: 'paused', reason: 'drift' })
      break
    case 'empty':
      await moveCampaign(tx, id, 'fail', { status: 'failed' })
      await settleSends(tx, { campaign: id, account: campaign.account_id, sent: 0 })
      break
    default:
      if (!(await reserveOrHold(tx, campaign, recipients, now))) return
      // Versions and hours are given first, as soon as it is claimed again.
      if (!isSorted(campaign)) await begin(tx, campaign, now, recipients)
  }
}

/** Not one of it goes out where there is not enough for all. */
async function reserveOrHold(
  tx: Executor,
  { id, account_id: account }: Campaign,
  sends: number,
  now: number,
): Promise<boolean> {
  if (await reserveSends(tx, { campaign: id, account, sends, now })) return true
  const change = { status: 'paused', reason: 'quota', claim: null, lease_until: 0 } as const
  await moveCampaign(tx, id, 'hold', change)
  return false
}

async function begin(
  tx: Executor,
  campaign: Campaign,
  now: number,
  recipients: number,
): Promise<void> {
  const { id, started_at } = campaign
  const { action, status } = firstStep(campaign, recipients)
  await moveCampaign(tx, id, action, {
    status,
    reason: null,
    recipients,
    started_at: started_at ?? now,
    claim: null,
    lease_until: 0,
  })
}

const leave = (db: Executor, { id }: Campaign, claim: string) =>
  db
    .updateTable('campaigns')
    .set({ claim: null, lease_until: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
