import { createHash } from 'node:crypto'

export interface Drawing {
  campaign: number
  /** How many recipients there are, and how many of them the test is tried on. */
  total: number
  size: number
  variants: readonly string[]
}

export interface Drawn {
  id: number
  /** Null for the rest, which waits for the winner. */
  variant: string | null
}

/**
 * Draws the next recipients after `seen` others. Each stretch of the list gives its share, and within
 * it chance decides: a list that is sorted, or goes in pairs, leaves no mark. The same again for the
 * same recipients.
 */
export function drawSlice(
  { campaign, total, size, variants }: Drawing,
  ids: readonly number[],
  seen: number,
): Drawn[] {
  const quota = (count: number) => Math.floor((count * size) / total)
  const before = quota(seen)
  const taken = quota(seen + ids.length) - before
  return ids
    .map((id) => ({ id, lot: lotOf(campaign, id) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ id }, at) => ({
      id,
      variant: at < taken ? (variants[(before + at) % variants.length] ?? null) : null,
    }))
}

const lotOf = (campaign: number, id: number): string =>
  createHash('sha256').update(`${campaign} ${id}`).digest('hex')
