/** Positions of equal tokens in two lists. */
export type Match = readonly [before: number, after: number]

/** More differences than this are not looked for: the search takes their square in memory. */
const maxDifferences = 2000

/**
 * Returns the longest common subsequence of two lists of tokens, by the algorithm of Myers. Tokens between
 * the beginning and the end that both lists share match nothing if too much differs.
 */
export function matchTokens(before: readonly string[], after: readonly string[]): Match[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const middle = matchMiddle(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  )
  return [
    ...Array.from({ length: start }, (_, index): Match => [index, index]),
    ...middle.map(([x, y]): Match => [start + x, start + y]),
    ...Array.from(
      { length: end },
      (_, index): Match => [before.length - end + index, after.length - end + index],
    ),
  ]
}

function matchMiddle(before: readonly string[], after: readonly string[]): Match[] {
  const most = Math.min(before.length + after.length, maxDifferences)
  /** For each diagonal, the furthest position in `before`, and those before each round. */
  const furthest = new Int32Array(2 * most + 3).fill(-1)
  const trace: Int32Array[] = []
  const at = (positions: Int32Array, diagonal: number) =>
    positions[diagonal + (positions.length - 1) / 2] ?? -1
  const isDown = (positions: Int32Array, diagonal: number, differences: number) =>
    diagonal === -differences ||
    (diagonal !== differences && at(positions, diagonal - 1) < at(positions, diagonal + 1))
  const middle = most + 1
  furthest[middle + 1] = 0

  for (let differences = 0; differences <= most; differences += 1) {
    trace.push(furthest.slice(middle - differences - 1, middle + differences + 2))
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const isInsertion = isDown(furthest, diagonal, differences)
      let x = isInsertion ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal])
        x += 1
      furthest[middle + diagonal] = x
      if (x >= before.length && x - diagonal >= after.length) return walkBack(differences)
    }
  }
  return []

  function walkBack(found: number): Match[] {
    const matches: Match[] = []
    let [x, y] = [before.length, after.length]
    for (let differences = found; differences >= 0; differences -= 1) {
      const positions = trace[differences] ?? furthest
      const diagonal = x - y
      const from = isDown(positions, diagonal, differences) ? diagonal + 1 : diagonal - 1
      const fromX = differences === 0 ? 0 : at(positions, from)
      const fromY = differences === 0 ? 0 : fromX - from
      while (x > fromX && y > fromY && before[x - 1] === after[y - 1]) {
        x -= 1
        y -= 1
        matches.push([x, y])
      }
      ;[x, y] = [fromX, fromY]
    }
    return matches.reverse()
  }
}
