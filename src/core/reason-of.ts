/** Returns the message of an error. A host with several addresses fails with one error for each, and none of its own. */
export const reasonOf = (error: Error): string =>
  error.message || (error instanceof AggregateError && error.errors[0]?.message) || error.name
