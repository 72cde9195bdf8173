import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchTokens } from '../../../../../src/cli/editor/source/match-tokens.ts'

/** The length of the longest common subsequence, by its definition. */
function longest([one, ...more]: readonly string[], other: readonly string[]): number {
  if (one === undefined || other.length === 0) return 0
  const at = other.indexOf(one)
  const without = longest(more, other)
  return at < 0 ? without : Math.max(without, 1 + longest(more, other.slice(at + 1)))
}

test('the longest common part of two lists is found', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 })
  fc.assert(
    fc.property(list, list, (before, after) => {
      const matches = matchTokens(before, after)
      expect(matches).toHaveLength(longest(before, after))
      for (const [index, [x, y]] of matches.entries()) {
        expect(before[x]).toBe(after[y])
        const [beforeX, beforeY] = matches[index - 1] ?? [-1, -1]
        expect(x > beforeX && y > beforeY).toBe(true)
      }
    }),
  )
})
