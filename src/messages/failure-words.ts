/** What a person reads about a failure: its name, what happened, and what to do about it. */
export interface FailureWords {
  title: string
  sentence: string
  hint?: string
}
