import type { ContactInput } from './check.ts'
import { mergeConsent } from './consent.ts'

/** Combines two rows of one contact. A field that the later row leaves out keeps its earlier value. */
export function mergeContacts(earlier: ContactInput, later: ContactInput): ContactInput {
  const customFields = { ...earlier.customFields, ...later.customFields }
  return {
    ...earlier,
    ...later,
    ...mergeConsent(earlier, later),
    ...(Object.keys(customFields).length > 0 && { customFields }),
  }
}

/** Keeps the earlier row of a contact, but an opt-out in the later one remains. */
export const keepEarlier = (earlier: ContactInput, later: ContactInput): ContactInput => ({
  ...earlier,
  ...mergeConsent(earlier, later),
})
