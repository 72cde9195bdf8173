import { createHash } from 'node:crypto'

/**
 * The branch of a run at a split: by its number and the node's name alone, so that a step that is
 * made again goes the same way. The shares are whole percents and a hundred in all.
 */
export function branchOf(run: number, node: string, shares: Readonly<Record<string, number>>) {
  const hash = createHash('sha256').update(`${run}/${node}`).digest()
  let left = hash.readUIntBE(0, 6) % 100
  // By name: JSON does not promise the order of keys, which PostgreSQL and people may change.
  for (const [branch, share] of Object.entries(shares).sort()) {
    if (left < share) return branch
    left -= share
  }
  return ''
}
