import fc from 'fast-check'

export const now = Date.UTC(2026, 10, 21, 12)
export const dayMs = 86_400_000

/** Times on the boundaries of periods and between them. */
export const arbitraryTime = fc.oneof(
  fc.constantFrom(0, 1, 7, 30, 31, 365).map((days) => now - days * dayMs),
  fc.integer({ min: -40 * 24, max: 0 }).map((hours) => now + hours * 3_600_000),
  fc.constantFrom(Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2) - 1, Date.UTC(2026, 10, 2)),
)
