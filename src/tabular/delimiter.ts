import Papa from 'papaparse'
import { Failure } from '../core/failure.ts'

const candidates = [',', ';', '\t', '|'] as const

/** Enough to tell a delimiter from a comma in some cells. */
const sampledRows = 50

/** The longest start of a file that is looked at, so that a file without line ends costs little. */
const sampledLength = 64 * 1024

/** A first line `sep=;` is how a file tells Excel its delimiter; it is no row. */
export const declaredDelimiter = (text: string): string | undefined =>
  /^"?sep=([^"\n])"?\n/i.exec(text.slice(0, 10))?.[1]

/**
 * The delimiter that leaves the most addresses alone in their cells; of equal ones that with the most
 * even rows, then the one with the most columns. One column is always even and says nothing.
 */
export function detectDelimiter(text: string): string {
  const sample = text.slice(0, sampledLength)
  const isCut = sample.length < text.length
  let best: string = candidates[0]
  let bestScore: Score = [-1, -1, -1]
  for (const delimiter of candidates) {
    const score = scoreOf(sample, delimiter, isCut)
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
  const at = score.findIndex((part, index) => part !== other[index])
  return at !== -1 && (score[at] ?? 0) > (other[at] ?? 0)
}

/** A delimiter that a person named: the character, `tab` or `\t`. */
export function namedDelimiter(name: string): string {
  if (name === 'tab' || name === '\\t') return '\t'
  if (name.length !== 1 || /["\r\n\ufeff]/.test(name)) {
    throw new Failure('usage', { values: { reason: 'unknown_delimiter', delimiter: name } })
  }
  return name
}
