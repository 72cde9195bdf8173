import { burstMs, judgeClick, judgeOpen } from './machines.ts'

export interface Visit {
  kind: 'open' | 'click'
  campaign: number
  recipient: number
  /** Position of the link that was followed. */
  link?: number | undefined
  agent: string | undefined
  at: number
}

/** What is known of the message that was opened. */
export interface Delivered {
  sentAt: number | null
  state: string
  linksInMessage: number
}

/** A click that was written before, or earlier in the same batch. */
export interface EarlierClick {
  /** Absent: it is not written yet. */
  id?: number
  link: number
  at: number
  machine: 0 | 1
}

export interface Judgement {
  machine: 0 | 1
  /** Clicks that were taken for a person's until this one completed a burst. */
  turned: EarlierClick[]
}

export function judge(
  visit: Visit,
  { sentAt, state, linksInMessage }: Delivered,
  earlier: readonly EarlierClick[],
  windowMs: number,
): Judgement {
  const signs = { agent: visit.agent, msSinceDelivery: msSinceDelivery(visit.at, sentAt, state) }
  if (visit.kind === 'open') return { machine: asBit(judgeOpen(signs, windowMs)), turned: [] }
  const burst = earlier.filter(({ at }) => visit.at - at <= burstMs)
  const links = new Set([...burst.map(({ link }) => link), visit.link])
  const verdict = judgeClick({ ...signs, linksInBurst: links.size, linksInMessage }, windowMs)
  const isBurst = verdict === 'machine' && judgeOpen(signs, windowMs) === 'person'
  return {
    machine: asBit(verdict),
    turned: isBurst ? burst.filter(({ machine }) => machine === 0) : [],
  }
}

/** Before the relay has answered it is too soon; a message of unknown fate did come, as we see now. */
function msSinceDelivery(at: number, sentAt: number | null, state: string): number {
  if (sentAt !== null) return at - sentAt
  return state === 'submitting' ? 0 : Number.POSITIVE_INFINITY
}

const asBit = (visitor: 'person' | 'machine'): 0 | 1 => (visitor === 'machine' ? 1 : 0)
