import { yieldToEventLoop } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { minuteMs } from '../../core/time.ts'
import { checkAudienceSize } from '../campaigns/campaign.ts'
import { findGone } from '../campaigns/references.ts'
import { releasedLease, tryTransition } from '../campaigns/sending/apply-transition.ts'
import { audienceFilter } from '../campaigns/sending/audience-filter.ts'
import type { AudienceFilter } from '../campaigns/sending/audience-store.ts'
import { releaseUnusedSends, reserveSends } from '../campaigns/sending/quota-reservation.ts'
import { type CampaignLists, listsOf } from '../campaigns/store.ts'
import { type Executor, isDatabaseDown, isStatementTimeout } from '../database/dialect.ts'
import type { Service } from '../service.ts'
import { assignNextSlice, firstTransition, needsAssignment } from './assign-recipients.ts'
import {
  advanceAudienceCursor,
  claimQueuedCampaign,
  countRecipients,
  endOfSlice,
  findAudienceCursor,
  insertRecipients,
  type PreparedCampaign,
  releaseCampaign,
  setAudienceFixed,
} from './prepare-audience-store.ts'

/** Many times what a slice takes. Each slice renews the lease. */
const leaseMs = 5 * minuteMs

/** How long a campaign waits that could not be prepared. */
const brokenMs = minuteMs

/**
 * Fixes the audience of one queued campaign and starts it. Returns whether there was a campaign. Stops
 * between two slices when aborted; the next worker continues at the stored cursor.
 */
export async function prepareNextCampaign(
  service: Service,
  claim: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock, log } = service
  const campaign = await claimQueuedCampaign(db, { claim, now: clock.now(), leaseMs })
  if (!campaign) return false
  try {
    await prepareCampaign(service, { campaign, claim }, signal)
  } catch (error) {
    if (isDatabaseDown(error) && !isStatementTimeout(error)) throw error
    // It is the oldest one, and would hold up all others.
    log.error('a campaign cannot be prepared', error, { campaign: campaign.id })
    await releaseCampaign(db, { id: campaign.id, claim, until: clock.now() + brokenMs })
  }
  return true
}

async function prepareCampaign(
  service: Service,
  claimed: ClaimedCampaign,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = service
  const { campaign } = claimed
  if (campaign.audience_fixed === 1) {
    await assignAndBegin(service, claimed, signal)
    return
  }
  const lists = (await listsOf(db, [campaign.id])).get(campaign.id)
  if (!lists) return
  const filter = await filterOrBroken(service, campaign)
  if (filter === 'broken') {
    const change = { status: 'paused', reason: 'segment', ...releasedLease } as const
    await tryTransition(db, campaign.id, 'hold', change)
    return
  }
  const insertSlice = async (tx: Executor, now: number) => {
    const references = { lists, segmentId: campaign.segment_id }
    const [gone] = await findGone(tx, campaign.account_id, references)
    if (gone === undefined) return insertNextSlice(tx, { ...claimed, lists, filter }, now)
    const reason = gone.field === 'segment_id' ? 'segment' : 'list'
    await tryTransition(tx, campaign.id, 'hold', { status: 'paused', reason, ...releasedLease })
    return 'gone'
  }
  if (await runSlices(service, claimed, signal, insertSlice)) {
    await db.transaction().execute((tx) => fixAudience(tx, claimed, clock.now()))
  }
}

interface ClaimedCampaign {
  campaign: PreparedCampaign
  claim: string
}

/** Continues a campaign whose audience is fixed: resumed after a pause, or waiting for assignment. */
async function assignAndBegin(
  service: Service,
  claimed: ClaimedCampaign,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = service
  const { campaign } = claimed
  const isReserved = await db
    .transaction()
    .execute((tx) => reserveOrPause(tx, campaign, campaign.recipients, clock.now()))
  if (!isReserved) return
  const assignSlice = (tx: Executor, now: number) => assignNextSlice(tx, claimed, { now, leaseMs })
  if (await runSlices(service, claimed, signal, assignSlice)) {
    await begin(db, campaign, clock.now(), campaign.recipients)
  }
}

type SliceResult = 'more' | 'done' | 'lost' | 'gone'

/** Runs slices to the end. Returns false when aborted, or when another worker took over. */
async function runSlices(
  { db, clock }: Service,
  { campaign, claim }: ClaimedCampaign,
  signal: AbortSignal,
  runSlice: (tx: Executor, now: number) => Promise<SliceResult>,
): Promise<boolean> {
  for (;;) {
    if (signal.aborted) {
      await releaseCampaign(db, { id: campaign.id, claim, until: 0 })
      return false
    }
    const result = await db.transaction().execute((tx) => runSlice(tx, clock.now()))
    if (result !== 'more') return result === 'done'
    await yieldToEventLoop()
  }
}

/** The filter as it is now. A broken segment must never mean "send to everyone". */
async function filterOrBroken(
  { db, clock }: Service,
  campaign: PreparedCampaign,
): Promise<AudienceFilter | 'broken'> {
  try {
    return await audienceFilter(db, clock, campaign)
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return 'broken'
    throw error
  }
}

interface Audience extends ClaimedCampaign {
  lists: CampaignLists
  filter: AudienceFilter
}

async function insertNextSlice(
  tx: Executor,
  { campaign, claim, lists: { included, excluded }, filter }: Audience,
  now: number,
): Promise<SliceResult> {
  const cursor = await findAudienceCursor(tx, campaign.id, claim)
  if (!cursor) return 'lost'
  const list = included[cursor.list]
  if (list === undefined) return 'done'
  const after = cursor.lastContact
  const last = await endOfSlice(tx, list, after)
  if (last !== undefined) {
    await insertRecipients(tx, { campaign, list, after, last, excluded, filter, now })
  }
  await advanceAudienceCursor(tx, campaign.id, {
    list: last === undefined ? cursor.list + 1 : cursor.list,
    lastContact: last ?? 0,
    leaseUntil: now + leaseMs,
  })
  return 'more'
}

/** Closes the audience. An unexpected number of recipients pauses the campaign for a person to check. */
async function fixAudience(
  tx: Executor,
  { campaign, claim }: ClaimedCampaign,
  now: number,
): Promise<void> {
  const { id, account_id: account } = campaign
  const recipients = await countRecipients(tx, id)
  if (!(await setAudienceFixed(tx, { id, claim, recipients }))) return
  switch (checkAudienceSize(recipients, { min: campaign.expect_min, max: campaign.expect_max })) {
    case 'drift':
      await tryTransition(tx, id, 'hold', { status: 'paused', reason: 'drift' })
      break
    case 'empty':
      await tryTransition(tx, id, 'fail', { status: 'failed' })
      await releaseUnusedSends(tx, { campaign: id, account, sent: 0 })
      break
    default:
      if (!(await reserveOrPause(tx, campaign, recipients, now))) return
      // Otherwise variants or send times are assigned first, when the campaign is claimed again.
      if (!needsAssignment(campaign)) await begin(tx, campaign, now, recipients)
  }
}

/** Reserves quota for every recipient. Without enough quota no message is sent. */
async function reserveOrPause(
  tx: Executor,
  { id, account_id: account }: PreparedCampaign,
  sends: number,
  now: number,
): Promise<boolean> {
  if (await reserveSends(tx, { campaign: id, account, sends, now })) return true
  const change = { status: 'paused', reason: 'quota', ...releasedLease } as const
  await tryTransition(tx, id, 'hold', change)
  return false
}

async function begin(
  tx: Executor,
  campaign: PreparedCampaign,
  now: number,
  recipients: number,
): Promise<void> {
  const { id, started_at } = campaign
  const { action, status } = firstTransition(campaign, recipients)
  await tryTransition(tx, id, action, {
    status,
    reason: null,
    recipients,
    started_at: started_at ?? now,
    ...releasedLease,
  })
}
