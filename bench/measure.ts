/** The median: one disturbed run on a shared machine does not change it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value that this share of the measurements does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function print(title: string, rows: readonly Record<string, string | number>[]): void {
  console.log(`\n${title}`)
  console.table(rows)
}
