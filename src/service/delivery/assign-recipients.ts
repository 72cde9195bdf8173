import { hasRemainder, readAbTest, testSize, variantsOf } from '../campaigns/ab-test.ts'
import { fieldValuesOf } from '../campaigns/field-values-store.ts'
import { assignVariants } from '../campaigns/sending/ab-assignment.ts'
import {
  sendTimesByTimezone,
  timezoneField,
  usesRecipientTimezone,
} from '../campaigns/sending/recipient-timezone.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import { waitsForWinner } from './ab-test-store.ts'
import {
  type Assignment,
  advanceAssignmentCursor,
  findAssignmentCursor,
  selectRecipientSlice,
  writeAssignments,
} from './assignment-store.ts'

type AssignedCampaign = Pick<
  Campaign,
  | 'id'
  | 'account_id'
  | 'ab_test'
  | 'ab_winner'
  | 'recipients'
  | 'scheduled_at'
  | 'timezone'
  | 'by_recipient_timezone'
>

/** Whether recipients differ in variant or send time, so that each is assigned its own first. */
export const needsAssignment = (campaign: AssignedCampaign): boolean =>
  campaign.ab_test !== null || usesRecipientTimezone(campaign)

interface ClaimedCampaign {
  campaign: AssignedCampaign
  claim: string
}

/** Assigns a variant or a send time to the next slice of a fixed audience. */
export async function assignNextSlice(
  tx: Executor,
  { campaign, claim }: ClaimedCampaign,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<'more' | 'done' | 'lost'> {
  const cursor = await findAssignmentCursor(tx, campaign.id, claim)
  if (!cursor) return 'lost'
  if (!needsAssignment(campaign) || campaign.ab_winner !== null) return 'done'
  const slice = await selectRecipientSlice(tx, campaign.id, cursor.lastAddress)
  const last = slice.at(-1)
  if (!last) return 'done'
  const assignments =
    campaign.ab_test === null
      ? await sendTimesFor(tx, campaign, slice)
      : variantsFor(campaign, slice, { seen: cursor.assigned, now })
  await writeAssignments(tx, campaign.account_id, assignments)
  await advanceAssignmentCursor(tx, campaign.id, {
    lastAddress: last.address_key,
    assigned: cursor.assigned + slice.length,
    leaseUntil: now + leaseMs,
  })
  return 'more'
}

type Slice = readonly { id: number; contact_id: number }[]

function variantsFor(
  campaign: AssignedCampaign,
  slice: Slice,
  { seen, now }: { seen: number; now: number },
): Assignment[] {
  const test = readAbTest(campaign)
  if (!test) return []
  const plan = {
    campaign: campaign.id,
    total: campaign.recipients,
    size: testSize(test, campaign.recipients),
    variants: variantsOf(test),
  }
  const ids = slice.map(({ id }) => id)
  return assignVariants(plan, ids, seen).map(({ id, variant }) => ({
    recipient: id,
    version: variant,
    due: variant === null ? waitsForWinner : now,
  }))
}

async function sendTimesFor(
  tx: Executor,
  campaign: AssignedCampaign,
  slice: Slice,
): Promise<Assignment[]> {
  const sendTimeIn = sendTimesByTimezone(campaign)
  const contacts = slice.map(({ contact_id }) => contact_id)
  const fields = await fieldValuesOf(tx, campaign.account_id, contacts)
  return slice.map(({ id, contact_id }) => ({
    recipient: id,
    version: null,
    due: sendTimeIn(fields.get(contact_id)?.[timezoneField]),
  }))
}

/** How a campaign starts once its audience is fixed and assigned: with its A/B test, if it has one. */
export const firstTransition = (
  campaign: Pick<Campaign, 'ab_test' | 'ab_winner'>,
  recipients: number,
) =>
  hasRemainder(campaign, recipients)
    ? ({ action: 'try', status: 'ab_testing' } as const)
    : ({ action: 'begin', status: 'sending' } as const)
