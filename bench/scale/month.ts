import type { Assumptions } from './costs.ts'

/** Four weeks. */
const days = 28
const minutesPerDay = 1440
export const minutes = days * minutesPerDay
/** The rest of the last campaigns is sent after the month. */
const maxMinutes = minutes * 2

/** How often campaigns begin on each day from Monday, and in each hour. */
const dayWeights = [1, 1.15, 1.1, 1.15, 0.9, 0.35, 0.35]
const hourWeights = [
  ...[0.1, 0.05, 0.05, 0.05, 0.1, 0.2, 0.5, 1.2, 2.2, 3.2, 3, 2.4],
  ...[1.8, 1.4, 1.4, 1.5, 1.8, 2, 1.8, 1.3, 0.9, 0.6, 0.3, 0.2],
]

interface Campaign {
  account: number
  at: number
  size: number
  left: number
}

export interface Month {
  accounts: number
  campaigns: readonly Omit<Campaign, 'left'>[]
  /** Messages of automations in each minute of a day. */
  automated: readonly number[]
}

export interface Sent {
  /** Messages in each minute. */
  perMinute: Float64Array
  /** How long campaigns took, in minutes, with their sizes. */
  took: { size: number; minutes: number }[]
}

/** A generator of numbers from 0 to 1 (mulberry32), the same in every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function pick(weights: readonly number[], random: number): number {
  let left = random * weights.reduce((sum, weight) => sum + weight, 0)
  return Math.max(
    0,
    weights.findIndex((weight) => {
      left -= weight
      return left < 0
    }),
  )
}

/** Plans the campaigns of a month. */
export function planMonth(
  { accounts, messages }: { accounts: number; messages: number },
  use: Assumptions['use'],
): Month {
  const random = generator(accounts)
  const weights = Array.from({ length: accounts }, (_, rank) => (rank + 1) ** -use.zipf)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const sent = messages * (1 - use.automated)
  const campaigns = weights.flatMap((weight, account) =>
    Array.from({ length: use.campaigns }, () => {
      const day = Math.floor(random() * 4) * 7 + pick(dayWeights, random())
      const minute = random() < use.onTheHour ? 0 : Math.floor(random() * 60)
      return {
        account,
        at: day * minutesPerDay + pick(hourWeights, random()) * 60 + minute,
        size: Math.max(1, Math.round((sent * weight) / total / use.campaigns)),
      }
    }),
  )
  const hours = hourWeights.reduce((sum, weight) => sum + weight, 0)
  const automated = Array.from(
    { length: minutesPerDay },
    (_, minute) =>
      ((messages * use.automated) / days) *
      ((hourWeights[Math.floor(minute / 60)] ?? 0) / hours / 60),
  )
  return { accounts, campaigns: campaigns.sort((a, b) => a.at - b.at), automated }
}

/** Sends the month at `perSecond` at most. Accounts share it evenly, and automations come first. */
export function sendMonth({ campaigns, automated }: Month, perSecond: number): Sent {
  const perMinute = new Float64Array(maxMinutes)
  const took: Sent['took'] = []
  const active = new Map<number, Campaign[]>()
  let next = 0
  let waiting = 0
  for (let minute = 0; minute < maxMinutes; minute++) {
    for (let each = campaigns[next]; each && each.at <= minute; each = campaigns[++next]) {
      active.set(each.account, [...(active.get(each.account) ?? []), { ...each, left: each.size }])
    }
    if (minute < minutes) waiting += automated[minute % minutesPerDay] ?? 0
    let capacity = perSecond * 60
    const first = Math.min(waiting, capacity)
    waiting -= first
    capacity -= first
    let total = first
    // Those with the least to send come first: what they leave is shared by the others.
    const queues = [...active.values()].sort((a, b) => leftOf(a) - leftOf(b))
    for (const [index, queue] of queues.entries()) {
      let share = capacity / (queues.length - index)
      for (let campaign = queue[0]; campaign && share > 0; campaign = queue[0]) {
        const now = Math.min(campaign.left, share)
        campaign.left -= now
        share -= now
        capacity -= now
        total += now
        if (campaign.left > 0.5) break
        took.push({ size: campaign.size, minutes: minute - campaign.at + 1 })
        queue.shift()
        if (queue.length === 0) active.delete(campaign.account)
      }
    }
    perMinute[minute] = total
  }
  return { perMinute, took }
}

const leftOf = (queue: readonly Campaign[]): number =>
  queue.reduce((sum, { left }) => sum + left, 0)

/** Opens and clicks in each minute: each message gives its share, half of it within `halfLifeHours`. */
export function visitsOf(perMinute: Float64Array, use: Assumptions['use']): Float64Array {
  const visits = new Float64Array(perMinute.length)
  const rate = Math.LN2 / (use.halfLifeHours * 60)
  let pending = 0
  for (const [minute, messages] of perMinute.entries()) {
    pending += messages * (use.opens + use.clicks)
    visits[minute] = pending * rate
    pending -= visits[minute] ?? 0
  }
  return visits
}

/** Returns the mean per second of the busiest hour. */
export function busiestHour(perMinute: Float64Array): number {
  let sum = 0
  let most = 0
  for (const [minute, value] of perMinute.entries()) {
    sum += value - (perMinute[minute - 60] ?? 0)
    most = Math.max(most, sum)
  }
  return most / 3600
}
