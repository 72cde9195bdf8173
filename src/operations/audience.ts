import type { Client } from '../client/client.ts'
import { wireId } from '../contract/path.ts'
import { Failure } from '../core/failure.ts'
import type { KnownCampaign } from './find-campaign.ts'
import { ifOffered } from './not-offered.ts'

/** How many contacts a campaign reaches, as the server counts them now. */
export interface Audience {
  /** Undefined when the server does not report it. */
  count: number | undefined
  /**
   * Whether `count` is an upper bound: a person on two lists is counted twice, excluded contacts are
   * counted too, and not every contact of a segment is on the lists of the campaign.
   */
  isMost: boolean
  /** How many contacts of the lists are not mailed, by reason; undefined when the server does not say. */
  leftOut?: Readonly<Record<string, number>> | undefined
}

/** What the check of a server says about the audience. */
interface CountedAudience {
  recipients: number | undefined
  leftOut: Audience['leftOut']
}

type Addressed = Pick<KnownCampaign, 'list_id' | 'exclude_list_id' | 'segment_id'>

/**
 * Counts the audience: as the server's check reports it, otherwise the smaller of the active contacts on
 * the lists and those of the segment.
 */
export async function countAudience(
  client: Client,
  campaign: Addressed,
  check?: CountedAudience,
): Promise<Audience> {
  if (check?.recipients !== undefined) {
    return { count: check.recipients, isMost: false, leftOut: check.leftOut }
  }
  const { list_id: included = [], exclude_list_id: excluded = [], segment_id } = campaign
  const segment = segment_id ?? undefined
  const isMost = included.length > 1 || excluded.length > 0 || segment !== undefined
  if (included.length === 0) return { count: undefined, isMost }
  const onLists = await countActive(client, included)
  if (onLists === undefined || segment === undefined) return { count: onLists, isMost }
  const inSegment = await countSendable(client, segment)
  return { count: Math.min(onLists, inSegment ?? onLists), isMost }
}

/** The sum of the active contacts on these lists; undefined unless the server reports all of them. */
async function countActive(
  client: Client,
  ids: readonly (string | number)[],
): Promise<number | undefined> {
  const { lists } = await import('../contract/modules/lists.ts')
  const answers = await ifOffered(
    Promise.all(ids.map((id) => client.call(lists.get, { id: wireId(id) }))),
  )
  const counts = answers?.map(({ data }) => data.active)
  if (!counts?.every(Number.isFinite)) return undefined
  return counts.reduce((sum, each) => sum + each, 0)
}

async function countSendable(client: Client, id: string | number): Promise<number | undefined> {
  const { segments } = await import('../contract/modules/segments.ts')
  const answer = await ifOffered(client.call(segments.count, { id: wireId(id) }))
  const sendable = answer?.data.sendable
  return Number.isFinite(sendable) ? sendable : undefined
}

/** The number of recipients that the user expects. */
export interface ExpectedRecipients {
  min: number
  max: number
}

/** Whether the server itself compares the number of recipients when it fixes the audience. */
export const enforcesExpected = (client: Client, signal?: AbortSignal): Promise<boolean> =>
  client.offers('expect-recipients', signal)

/**
 * Throws Failure `recipients_drifted` when the audience is outside the expected range. An unknown count
 * and an upper bound above the minimum are left to a server that compares it itself. Throws
 * `not_offered` when the server does not.
 */
export function requireExpected(
  { count, isMost }: Audience,
  { min, max }: ExpectedRecipients,
  { isEnforced }: { isEnforced: boolean },
): void {
  const isWithin = count !== undefined && count >= min && count <= max && !isMost
  const isUndecided = count === undefined || (isMost && count >= min)
  if (isWithin || (isUndecided && isEnforced)) return
  if (isUndecided) throw new Failure('not_offered', { values: { what: 'expect_recipients' } })
  throw new Failure('recipients_drifted', { values: { count, min, max } })
}
