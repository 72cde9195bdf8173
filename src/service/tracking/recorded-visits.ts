import { dayMs } from '../../core/time.ts'
import { slotStart } from '../database/counter-delta.ts'
import type { Engagement, RepeatVisits } from '../figures/visits-store.ts'
import type { StoredVisits } from './engagement-store.ts'

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

/**
 * Decides which visits are recorded, in their order. The first click on each link always is, because
 * segments and automations ask which links a contact has clicked.
 */
export function createRecordLimit(stored: readonly StoredVisits[]) {
  const counts = new Map<string, number>()
  const links = new Set<string>()
  for (const { count, ...visit } of stored) add(keysOf(visit), count)

  return (visit: Omit<StoredVisits, 'count'>): boolean => {
    const keys = keysOf(visit)
    if ((counts.get(keys.all) ?? 0) >= maxRecorded && links.has(keys.link)) return false
    add(keys, 1)
    return true
  }

  function add(keys: ReturnType<typeof keysOf>, count: number): void {
    counts.set(keys.all, (counts.get(keys.all) ?? 0) + count)
    links.add(keys.link)
  }
}

function keysOf({ recipient_id, kind, machine, link }: Omit<StoredVisits, 'count'>) {
  const all = `${recipient_id} ${kind} ${machine}`
  return { all, link: `${all} ${link}` }
}

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
