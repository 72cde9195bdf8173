import { foldText } from '../fold-text.ts'

/** Lower case, without accents and separators: `Nombre_1` and `nómbre 1` are equal. */
export const plainName = (name: string): string =>
  foldText(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** A longer name is not compared. Names of fields are shorter. */
const maxLength = 64

/** Returns the candidate that is most like a misspelt name, if one is like it at all. */
export function mostAlike(
  name: string,
  candidates: Iterable<string>,
  { maxSlips = 3 } = {},
): string | undefined {
  const plain = plainName(name)
  if (plain === '' || plain.length > maxLength) return undefined
  // One slip in a short name, two in a longer one.
  const tolerance = Math.min(maxSlips, plain.length < 4 ? 1 : plain.length < 8 ? 2 : 3)
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const other = plainName(candidate)
    if (Math.abs(other.length - plain.length) > tolerance || other.length > maxLength) continue
    const distance = editDistance(plain, other)
    if (distance <= tolerance && distance < other.length && (!best || distance < best.distance)) {
      best = { candidate, distance }
    }
  }
  return best?.candidate
}

/** The same for words of a command, which are short: at most one slip in three letters. */
export const likelyWord = (
  word: string,
  candidates: Iterable<string>,
  { maxSlips = 3 } = {},
): string | undefined =>
  mostAlike(word, candidates, {
    maxSlips: Math.min(maxSlips, Math.max(1, Math.floor(plainName(word).length / 3))),
  })

/** Counts the letters to insert, delete, replace or swap with their neighbour (Damerau). */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
