const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/**
 * Converts `90s`, `1h30m` or `7d` to milliseconds. Returns undefined if the text is not a duration.
 */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(ms|[smhdw]))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[smhdw])/gy)) {
    total += Number(amount) * unitMs[unit as keyof typeof unitMs]
  }
  return total
}

const periodDays = { d: 1, w: 7, mo: 30, y: 365 } as const

/**
 * Converts `90d`, `24mo` or `2y` to milliseconds, with months of 30 days and years of 365. Returns
 * undefined if the text is not such a period.
 */
export function parsePeriod(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,5})(d|w|mo|y)$/.exec(text) ?? []
  if (amount === undefined) return undefined
  return Number(amount) * periodDays[unit as keyof typeof periodDays] * unitMs.d
}
