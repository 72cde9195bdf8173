import type { ContactInput } from './check.ts'

/** Combines two rows of one contact. A field that the later row leaves out keeps its earlier value. */
export function mergeContacts(earlier: ContactInput, later: ContactInput): ContactInput {
  const customFields = { ...earlier.customFields, ...later.customFields }
  return {
    ...earlier,
    ...later,
    ...(Object.keys(customFields).length > 0 && { customFields }),
  }
}
