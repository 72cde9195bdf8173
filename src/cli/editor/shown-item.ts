/** A place in the message, in UTF-16 code units. */
export interface Place {
  part: string
  /** The variant of an A/B test that has the place. */
  variant?: string | undefined
  line: number
  offset: number
  length: number
}

/** A finding of the check, as the page shows it. */
export interface ShownItem {
  code: string
  level: string
  message: string
  suggestion?: string
  places: Place[]
  /** Missing on a server that does not report it. */
  isFixable?: boolean
}
