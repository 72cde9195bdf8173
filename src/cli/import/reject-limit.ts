import type { Reject } from '../../tabular/check.ts'

/** `--max-rejects`: as many rows, or this share of the rows. */
export type MaxRejects = { rows: number } | { share: number }

/** The start of a file, by which a wrong mapping is found out before much of it is sent. */
const startRows = 1000

/** `100`, `2%`, `0.5%`; undefined for anything else. */
export function parseMaxRejects(text: string): MaxRejects | undefined {
  const [, digits, percent] = /^(\d{1,9}(?:[.,]\d+)?)(%)?$/.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const value = Number(digits.replace(',', '.'))
  if (percent) return value <= 100 ? { share: value / 100 } : undefined
  return Number.isInteger(value) ? { rows: value } : undefined
}

/** More than was allowed, or more than half of the start. */
export type Breach = 'allowed' | 'start'

/** Counts refused rows, and says when they are more than was allowed. */
export function createRejectLimit(max: MaxRejects | undefined) {
  const byCode = new Map<string, { count: number; first: Reject }>()
  let rows = 0
  let rejected = 0
  let rejectedAtStart = 0
  let startEnds = Infinity
  // Whoever allows more than half has said that such a start is right.
  const watchesStart = !(max && 'share' in max && max.share > 0.5)

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
    /** Shares are looked at from the thousandth row on; at the end of the file in any case. */
    breach(isEnd: boolean): Breach | undefined {
      if (watchesStart && rejectedAtStart * 2 > startRows) return 'start'
      if (!max) return undefined
      if ('rows' in max) return rejected > max.rows ? 'allowed' : undefined
      return (isEnd || rows >= startRows) && rejected > max.share * rows ? 'allowed' : undefined
    },
    /** The first row refused for the most frequent reason. */
    prevailing(): Reject | undefined {
      const [most] = [...byCode.values()].sort((one, other) => other.count - one.count)
      return most?.first
    },
  }
}

export type RejectLimit = ReturnType<typeof createRejectLimit>
