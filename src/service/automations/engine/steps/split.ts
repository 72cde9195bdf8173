import { createHash } from 'node:crypto'

/**
 * Returns the branch of a run at a split. It depends only on the run and the node, so a repeated
 * step takes the same branch. The shares are whole percentages with a sum of 100.
 */
export function splitBranch(run: number, node: string, shares: Readonly<Record<string, number>>) {
  const hash = createHash('sha256').update(`${run}/${node}`).digest()
  let left = hash.readUIntBE(0, 6) % 100
  // Sorted by name: the order of JSON keys is not guaranteed, and PostgreSQL or an edit may change
  // it.
  for (const [branch, share] of Object.entries(shares).sort()) {
    if (left < share) return branch
    left -= share
  }
  return ''
}
