import { yieldToEventLoop } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { minuteMs } from '../../core/time.ts'
import { checkAudienceSize } from '../campaigns/campaign.ts'
import { findGone } from '../campaigns/references.ts'
import {
  releasedLease,
  type TransitionScope,
  tryTransition,
} from '../campaigns/sending/apply-transition.ts'
import { audienceFilter } from '../campaigns/sending/audience-filter.ts'
import type { AudienceFilter } from '../campaigns/sending/audience-store.ts'
import { releaseUnusedSends, reserveSends } from '../campaigns/sending/quota-reservation.ts'
import { type CampaignLists, listsOf } from '../campaigns/store.ts'
import { type Executor, isDatabaseDown, isStatementTimeout } from '../database/dialect.ts'
import { logAfter } from '../log.ts'
import type { Service } from '../service.ts'
import { assignNextSlice, firstTransition, needsAssignment } from './assign-recipients.ts'
import { findAssignmentCursor } from './assignment-store.ts'
import {
  advanceAudienceCursor,
  claimQueuedCampaign,
  countRecipients,
  endOfSlice,
  findAudienceCursor,
  insertRecipients,
  type PreparationOrder,
  type PreparedCampaign,
  releaseCampaign,
  setAudienceFixed,
} from './prepare-audience-store.ts'

/** Many times what a slice takes. Each slice renews the lease. */
const leaseMs = 5 * minuteMs

/** How long a campaign waits that could not be prepared. */
const brokenMs = minuteMs

interface Preparation {
  claim: string
  order: PreparationOrder
  signal: AbortSignal
}

/**
 * Fixes the audience of one queued campaign and starts it. Returns whether there was a campaign. Stops
 * between two slices when aborted; the next worker continues at the stored cursor.
 */
export async function prepareNextCampaign(
  service: Service,
  { claim, order, signal }: Preparation,
): Promise<boolean> {
  const { db, clock, log } = service
  const campaign = await claimQueuedCampaign(db, { claim, now: clock.now(), leaseMs, order })
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
  const { db, clock, log } = service
  const { campaign } = claimed
  if (campaign.audience_fixed === 1) {
    await assignAndBegin(service, claimed, signal)
    return
  }
  const lists = (await listsOf(db, campaign.account_id, [campaign.id])).get(campaign.id)
  if (!lists) return
  const filter = await filterOrBroken(service, campaign)
  if (filter === 'broken') {
    const change = { status: 'paused', reason: 'segment', ...releasedLease } as const
    await tryTransition({ tx: db, log }, campaign.id, 'hold', change)
    return
  }
  const insertSlice = async ({ tx, log }: TransitionScope, now: number) => {
    const references = { lists, segmentId: campaign.segment_id }
    const [gone] = await findGone(tx, campaign.account_id, references)
    if (gone === undefined) return insertNextSlice(tx, { ...claimed, lists, filter }, now)
    const reason = gone.field === 'segment_id' ? 'segment' : 'list'
    const change = { status: 'paused', reason, ...releasedLease } as const
    await tryTransition({ tx, log }, campaign.id, 'hold', change)
    return 'gone'
  }
  if (await runSlices(service, claimed, signal, insertSlice)) {
    await logAfter(log, (log) =>
      db.transaction().execute((tx) => fixAudience({ tx, log }, claimed, clock.now())),
    )
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
  const { db, clock, log } = service
  const { campaign } = claimed
  const isReserved = await logAfter(log, (log) =>
    db.transaction().execute(async (tx) => {
      // What is reserved after the end of a campaign is never returned.
      if (!(await findAssignmentCursor(tx, campaign.id, claimed.claim))) return false
      return reserveOrPause({ tx, log }, campaign, campaign.recipients, clock.now())
    }),
  )
  if (!isReserved) return
  const assignSlice = ({ tx }: TransitionScope, now: number) =>
    assignNextSlice(tx, claimed, { now, leaseMs })
  if (await runSlices(service, claimed, signal, assignSlice)) {
    await begin({ tx: db, log }, campaign, clock.now(), campaign.recipients)
  }
}

type SliceResult = 'more' | 'done' | 'lost' | 'gone'

/** Runs slices to the end. Returns false when aborted, or when another worker took over. */
async function runSlices(
  { db, clock, log }: Service,
  { campaign, claim }: ClaimedCampaign,
  signal: AbortSignal,
  runSlice: (scope: TransitionScope, now: number) => Promise<SliceResult>,
): Promise<boolean> {
  for (;;) {
    if (signal.aborted) {
      await releaseCampaign(db, { id: campaign.id, claim, until: 0 })
      return false
    }
    const result = await logAfter(log, (log) =>
      db.transaction().execute((tx) => runSlice({ tx, log }, clock.now())),
    )
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
  scope: TransitionScope,
  { campaign, claim }: ClaimedCampaign,
  now: number,
): Promise<void> {
  const { tx } = scope
  const { id, account_id: account } = campaign
  const recipients = await countRecipients(tx, id)
  if (!(await setAudienceFixed(tx, { id, claim, recipients }))) return
  switch (checkAudienceSize(recipients, { min: campaign.expect_min, max: campaign.expect_max })) {
    case 'drift':
      await tryTransition(scope, id, 'hold', { status: 'paused', reason: 'drift' })
      break
    case 'empty':
      await tryTransition(scope, id, 'fail', { status: 'failed' })
      await releaseUnusedSends(tx, { campaign: id, account, sent: 0 })
      break
    default:
      if (!(await reserveOrPause(scope, campaign, recipients, now))) return
      // Otherwise variants or send times are assigned first, when the campaign is claimed again.
      if (!needsAssignment(campaign)) await begin(scope, campaign, now, recipients)
  }
}

/** Reserves quota for every recipient. Without enough quota no message is sent. */
async function reserveOrPause(
  scope: TransitionScope,
  { id, account_id: account }: PreparedCampaign,
  sends: number,
  now: number,
): Promise<boolean> {
  if (await reserveSends(scope.tx, { campaign: id, account, sends, now })) return true
  const change = { status: 'paused', reason: 'quota', ...releasedLease } as const
  await tryTransition(scope, id, 'hold', change)
  return false
}

async function begin(
  scope: TransitionScope,
  campaign: PreparedCampaign,
  now: number,
  recipients: number,
): Promise<void> {
  const { id, started_at } = campaign
  const { action, status } = firstTransition(campaign, recipients)
  await tryTransition(scope, id, action, {
    status,
    reason: null,
    recipients,
    started_at: started_at ?? now,
    ...releasedLease,
  })
}
