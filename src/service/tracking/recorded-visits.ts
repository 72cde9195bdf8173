import { dayMs } from '../../core/time.ts'
import { slotStart } from '../database/counter-delta.ts'
import type { Engagement, RepeatVisits } from '../figures/visits-store.ts'

/**
 * How many visits of a recipient become rows, events and signals within `recordedMs`: opens and
 * clicks apart, and people and machines apart. Later ones only raise a counter, because anyone with
 * a link can request it thousands of times.
 */
export const maxRecorded = 10
export const recordedMs = dayMs

/** A visit, or several equal ones that were combined. */
export interface ClassifiedVisit extends Engagement {
  isRecorded: boolean
  /** Visits that only raise a counter. */
  repeats: number
}

interface CountedVisit {
  recipient_id: number
  kind: 'open' | 'click'
  machine: 0 | 1
  /** The position of the clicked link. */
  link: number | null
}

/** The visits of a batch's recipients that are recorded already. */
interface StoredVisits {
  opens: readonly { recipient_id: number; machine: 0 | 1; count: number }[]
  clicks: readonly Omit<CountedVisit, 'kind'>[]
}

/**
 * Decides which visits are recorded, in their order. The first click on each link always is, because
 * segments and automations ask which links a contact has clicked.
 */
export function createRecordLimit({ opens, clicks }: StoredVisits) {
  const counts = new Map<string, number>()
  const links = new Set<string>()
  for (const { count, ...visit } of opens) counts.set(keyOf({ ...visit, kind: 'open' }), count)
  for (const visit of clicks) takes({ ...visit, kind: 'click' })
  return takes

  function takes(visit: CountedVisit): boolean {
    const key = keyOf(visit)
    const count = counts.get(key) ?? 0
    if (visit.kind === 'open' && count >= maxRecorded) return false
    if (visit.kind === 'click') {
      const ofLink = `${key} ${visit.link}`
      if (count >= maxRecorded && links.has(ofLink)) return false
      links.add(ofLink)
    }
    counts.set(key, count + 1)
    return true
  }
}

const keyOf = ({ recipient_id, kind, machine }: Omit<CountedVisit, 'link'>): string =>
  `${recipient_id} ${kind} ${machine}`

/** Sums the visits that only raise a counter. */
export function repeatCounts(visits: readonly ClassifiedVisit[]): RepeatVisits[] {
  const sums = new Map<string, RepeatVisits>()
  for (const { recipient_id, kind, machine, link_id, at, repeats, ...visit } of visits) {
    if (repeats === 0) continue
    const slot = slotStart(at)
    const key = [recipient_id, kind, machine, link_id, slot].join(' ')
    const sum = sums.get(key)
    if (sum) sum.count += repeats
    else {
      const { account_id, campaign_id } = visit
      const row = { account_id, campaign_id, recipient_id, kind, machine, link_id: link_id ?? 0 }
      sums.set(key, { ...row, slot, count: repeats })
    }
  }
  return [...sums.values()]
}
