/** The text of a failure: a short title, what happened, and what to do about it. */
export interface FailureMessage {
  title: string
  sentence: string
  hint?: string
}
