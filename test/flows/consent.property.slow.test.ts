import { expect, test } from 'vitest'
import { checkConsent } from '../support/consent-property.ts'

const slowMs = 600_000

test(
  'no sequence of steps leads to mail for a person whose last word was no',
  async () => {
    const seen = await checkConsent({ numRuns: 30, length: 60 })
    // The sequences are not idle: campaigns go out, people come back, and old links are refused.
    expect(seen.mails).toBeGreaterThan(40)
    expect(seen.confirmed).toBeGreaterThan(1)
    expect(seen.refusedLinks).toBeGreaterThan(0)
  },
  slowMs,
)
