import { createHash } from 'node:crypto'

interface VariantAssignment {
  campaign: number
  /** The number of recipients, and how many of them take part in the test. */
  total: number
  size: number
  variants: readonly string[]
}

interface AssignedRecipient {
  id: number
  /** Null for recipients that wait for the winner. */
  variant: string | null
}

/**
 * Assigns variants to the next recipients, after `seen` earlier ones. Every slice contributes its
 * share to the test, at random within the slice, so that a sorted list does not bias the test. The
 * result is reproducible.
 */
export function assignVariants(
  { campaign, total, size, variants }: VariantAssignment,
  ids: readonly number[],
  seen: number,
): AssignedRecipient[] {
  const quota = (count: number) => Math.floor((count * size) / total)
  const before = quota(seen)
  const taken = quota(seen + ids.length) - before
  return ids
    .map((id) => ({ id, rank: randomRank(campaign, id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ id }, index) => ({
      id,
      variant: index < taken ? (variants[(before + index) % variants.length] ?? null) : null,
    }))
}

const randomRank = (campaign: number, id: number): string =>
  createHash('sha256').update(`${campaign} ${id}`).digest('hex')
