import { burstMs, classifyClick, classifyOpen } from './machine-detection.ts'

export interface Visit {
  kind: 'open' | 'click'
  campaign: number
  recipient: number
  /** Position of the link that was clicked. */
  link?: number | undefined
  /** Stored instead of the header, so that a long header does not fill the memory. */
  isMachineAgent: boolean
  at: number
  /** More than 1 if equal visits of the same moment were combined. */
  count: number
}

/** The message that was opened or clicked. */
interface DeliveredMessage {
  sentAt: number | null
  /** It is being given to the relay. */
  isSubmitting: boolean
  linksInMessage: number
}

/** A click that is stored, or that came earlier in the same batch. */
export interface EarlierClick {
  /** Absent until the click is stored. */
  id?: number
  link: number
  at: number
  machine: 0 | 1
}

interface VisitClassification {
  machine: 0 | 1
  /** Earlier clicks that counted as a person's until this one completed a burst. */
  reclassified: EarlierClick[]
}

export function classifyVisit(
  visit: Visit,
  { sentAt, isSubmitting, linksInMessage }: DeliveredMessage,
  earlier: readonly EarlierClick[],
  windowMs: number,
): VisitClassification {
  const { isMachineAgent } = visit
  const signs = { isMachineAgent, msSinceDelivery: msSinceDelivery(visit.at, sentAt, isSubmitting) }
  if (visit.kind === 'open')
    return { machine: asBit(classifyOpen(signs, windowMs)), reclassified: [] }
  const burst = earlier.filter(({ at }) => visit.at - at <= burstMs)
  const links = new Set([...burst.map(({ link }) => link), visit.link])
  const verdict = classifyClick({ ...signs, linksInBurst: links.size, linksInMessage }, windowMs)
  const isBurst = verdict === 'machine' && classifyOpen(signs, windowMs) === 'person'
  return {
    machine: asBit(verdict),
    reclassified: isBurst ? burst.filter(({ machine }) => machine === 0) : [],
  }
}

/**
 * A visit before the relay has answered counts as immediate. A message with unknown result did
 * arrive, as the visit shows.
 */
function msSinceDelivery(at: number, sentAt: number | null, isSubmitting: boolean): number {
  if (sentAt !== null) return at - sentAt
  return isSubmitting ? 0 : Number.POSITIVE_INFINITY
}

const asBit = (visitor: 'person' | 'machine'): 0 | 1 => (visitor === 'machine' ? 1 : 0)
