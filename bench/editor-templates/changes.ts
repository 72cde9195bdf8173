import { matchTokens } from '../../src/cli/editor/source/match-tokens.ts'

interface Changes {
  /** Numbers of bytes. */
  removed: number
  added: number
  /** The texts of both. */
  places: [string, string][]
}

/** Compares two HTML texts tag by tag, and within what differs from both ends. */
export function changesIn(before: string, after: string): Changes {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  const places: [string, string][] = []
  let [x, y] = [0, 0]
  for (const [nextX, nextY] of [...matchTokens(old, now), [old.length, now.length] as const]) {
    const place = trim(old.slice(x, nextX).join(''), now.slice(y, nextY).join(''))
    if (place.some((text) => text !== '')) places.push(place)
    x = nextX + 1
    y = nextY + 1
  }
  const bytes = (index: 0 | 1) =>
    places.reduce((sum, place) => sum + Buffer.byteLength(place[index]), 0)
  return { removed: bytes(0), added: bytes(1), places }
}

const tokensOf = (html: string): string[] => html.match(/<[^<>]*>|[^<]+|</g) ?? []

function trim(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}
