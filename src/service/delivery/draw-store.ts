import { sql } from 'kysely'
import { hasRest, readAbTest, sizeOfTest, variantsOf } from '../campaigns/ab-test.ts'
import { drawSlice } from '../campaigns/draw.ts'
import { hoursOf, isByRecipient, zoneField } from '../campaigns/recipient-hour.ts'
import type { Campaign } from '../campaigns/store.ts'
import { fieldValuesOf } from '../campaigns/values-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'

/** When those come whose version is not known yet: not before somebody gives them another time. */
export const notYet = Number.MAX_SAFE_INTEGER

export type Sorted = Pick<
  Campaign,
  | 'id'
  | 'ab_test'
  | 'ab_winner'
  | 'recipients'
  | 'scheduled_at'
  | 'timezone'
  | 'by_recipient_timezone'
>

/** Whether its recipients do not all get the same at once, so that each is given their lot first. */
export const isSorted = (campaign: Sorted): boolean =>
  campaign.ab_test !== null || isByRecipient(campaign)

interface Drawing {
  campaign: Sorted
  claim: string
}

/** Gives the next recipients of a fixed audience their version, or their hour. */
export async function drawNext(
  tx: Executor,
  { campaign, claim }: Drawing,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<'more' | 'done' | 'lost'> {
  const place = await tx
    .selectFrom('campaigns')
    .select(['draw_cursor', 'drawn'])
    .where('id', '=', campaign.id)
    .where('claim', '=', claim)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  if (!place) return 'lost'
  if (!isSorted(campaign) || campaign.ab_winner !== null) return 'done'
  const next = await tx
    .selectFrom('recipients')
    .select(['id', 'contact_id', 'address_key'])
    .where('campaign_id', '=', campaign.id)
    .where('address_key', '>', place.draw_cursor)
    .orderBy('address_key')
    .limit(sliceSize)
    .execute()
  const last = next.at(-1)
  if (!last) return 'done'
  const lots =
    campaign.ab_test === null
      ? await hoursFor(tx, campaign, next)
      : versionsFor(campaign, next, { seen: place.drawn, now })
  const records = dialectOf(tx).records(lots, { recipient: 'int', version: 'text', due: 'int' })
  await sql`
    update recipients set variant = r.version, next_at = r.due from ${records} as r
    where recipients.id = r.recipient
  `.execute(tx)
  await tx
    .updateTable('campaigns')
    .set({
      draw_cursor: last.address_key,
      drawn: place.drawn + next.length,
      lease_until: now + leaseMs,
    })
    .where('id', '=', campaign.id)
    .execute()
  return 'more'
}

interface Lot {
  recipient: number
  version: string | null
  due: number
}

type Next = readonly { id: number; contact_id: number }[]

function versionsFor(
  campaign: Sorted,
  next: Next,
  { seen, now }: { seen: number; now: number },
): Lot[] {
  const test = readAbTest(campaign)
  if (!test) return []
  const drawing = {
    campaign: campaign.id,
    total: campaign.recipients,
    size: sizeOfTest(test, campaign.recipients),
    variants: variantsOf(test),
  }
  const ids = next.map(({ id }) => id)
  return drawSlice(drawing, ids, seen).map(({ id, variant }) => ({
    recipient: id,
    version: variant,
    due: variant === null ? notYet : now,
  }))
}

async function hoursFor(tx: Executor, campaign: Sorted, next: Next): Promise<Lot[]> {
  const hourOf = hoursOf(campaign)
  const contacts = next.map(({ contact_id }) => contact_id)
  const fields = await fieldValuesOf(tx, contacts)
  return next.map(({ id, contact_id }) => ({
    recipient: id,
    version: null,
    due: hourOf(fields.get(contact_id)?.[zoneField]),
  }))
}

/** Where a campaign goes when its audience is fixed and sorted. */
export const firstStep = (campaign: Pick<Campaign, 'ab_test' | 'ab_winner'>, recipients: number) =>
  hasRest(campaign, recipients)
    ? ({ action: 'try', status: 'ab_testing' } as const)
    : ({ action: 'begin', status: 'sending' } as const)
