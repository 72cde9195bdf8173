import type { Reject } from '../../tabular/check.ts'

/** `--max-rejects`: a number of rows or a share of them. */
export type MaxRejects = { rows: number } | { share: number }

/** How many rows count as the start, where a wrong mapping is detected before much is sent. */
const startRows = 1000

/** Parses `100`, `2%` or `0.5%`; undefined for anything else. */
export function parseMaxRejects(text: string): MaxRejects | undefined {
  const [, digits, percent] = /^(\d{1,9}(?:[.,]\d+)?)(%)?$/.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const value = Number(digits.replace(',', '.'))
  if (percent) return value <= 100 ? { share: value / 100 } : undefined
  return Number.isInteger(value) ? { rows: value } : undefined
}

/** Which limit was exceeded: the allowed one, or half of the start. */
export type Breach = 'allowed' | 'start'

/** Counts rejected rows and reports when a limit is exceeded. */
export function createRejectLimit(max: MaxRejects | undefined, { hasMapping = true } = {}) {
  const byCode = new Map<string, { count: number; first: Reject }>()
  let rows = 0
  let rejected = 0
  let rejectedAtStart = 0
  let startEnds = Infinity
  // A user who allows more than half accepts such a start.
  const watchesStart = hasMapping && !(max && 'share' in max && max.share > 0.5)

  return {
    read(line: number): void {
      rows++
      if (rows === startRows) startEnds = line
    },
    reject(reject: Reject): void {
      rejected++
      if (reject.line <= startEnds) rejectedAtStart++
      const known = byCode.get(reject.code)
      if (known) known.count++
      else byCode.set(reject.code, { count: 1, first: reject })
    },
    /** A share is compared from row 1000 on, and always at the end of the file. */
    breach(isEnd: boolean): Breach | undefined {
      if (watchesStart && rejectedAtStart * 2 > startRows) return 'start'
      if (!max) return undefined
      if ('rows' in max) return rejected > max.rows ? 'allowed' : undefined
      return (isEnd || rows >= startRows) && rejected > max.share * rows ? 'allowed' : undefined
    },
    /** The first row rejected for the most frequent reason. */
    prevailing(): Reject | undefined {
      const [mostFrequent] = [...byCode.values()].sort((a, b) => b.count - a.count)
      return mostFrequent?.first
    },
  }
}

export type RejectLimit = ReturnType<typeof createRejectLimit>
