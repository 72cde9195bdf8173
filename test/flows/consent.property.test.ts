import { expect, test } from 'vitest'
import { checkConsent } from '../support/consent-property.ts'

test('no sequence of steps leads to mail for a person whose last word was no (few)', async () => {
  const { mails } = await checkConsent({ numRuns: 2, length: 20 })
  expect(mails).toBeGreaterThan(0)
})
