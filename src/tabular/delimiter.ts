import Papa from 'papaparse'
import { Failure } from '../core/failure.ts'

const candidates = [',', ';', '\t', '|'] as const

/** Enough rows to distinguish a delimiter from commas inside cells. */
const sampledRows = 50

/** Reads a first line such as `sep=;`, which tells Excel the delimiter and is not a row. */
export const declaredDelimiter = (text: string): string | undefined =>
  /^"?sep=([^"\r\n])"?[\r\n]/i.exec(text.slice(0, 10))?.[1]

/** The start of a file. */
export interface Sample {
  text: string
  /** Whether the file goes on. Then its last line may be incomplete. */
  isCut: boolean
}

/**
 * Chooses the delimiter with which most addresses have a cell of their own; then the one with the
 * most rows of equal length, then the one with the most columns. A single column always has equal
 * rows and does not count.
 */
export function detectDelimiter({ text, isCut }: Sample): string {
  let best: string = candidates[0]
  let bestScore: Score = [-1, -1, -1]
  for (const delimiter of candidates) {
    const score = scoreOf(text, delimiter, isCut)
    if (isAbove(score, bestScore)) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

type Score = readonly [addresses: number, evenRows: number, columns: number]

function scoreOf(sample: string, delimiter: string, isCut: boolean): Score {
  const parser = new Papa.Parser({ delimiter, newline: '\n', preview: sampledRows })
  const parsed: { data: string[][] } = parser.parse(sample, 0, isCut)
  const rows = parsed.data.filter((cells) => cells.join('').trim() !== '')
  const columns = rows[0]?.length ?? 0
  return [
    rows.filter((cells) => cells.some((cell) => /^\s*[^\s@,;|]+@[^\s@,;|]+\s*$/.test(cell))).length,
    columns > 1 ? rows.filter((cells) => cells.length === columns).length : 0,
    columns,
  ]
}

function isAbove(score: Score, other: Score): boolean {
  const index = score.findIndex((part, index) => part !== other[index])
  return index !== -1 && (score[index] ?? 0) > (other[index] ?? 0)
}

/** Returns a delimiter that a user has named: the character, `tab` or `\t`. */
export function namedDelimiter(name: string): string {
  if (name === 'tab' || name === '\\t') return '\t'
  if (name.length !== 1 || /["\r\n\ufeff]/.test(name)) {
    throw new Failure('usage', { values: { reason: 'unknown_delimiter', delimiter: name } })
  }
  return name
}
