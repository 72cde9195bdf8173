import type { CheckCode, CheckPlace } from '../../../contract/shapes/campaign-check.ts'
import type { Values } from '../../../core/failure.ts'

/** Something that a check has found, at one place. */
export interface Finding {
  code: CheckCode
  /** `ok` is a note. */
  level: 'error' | 'warn' | 'ok'
  values?: Values
  place?: CheckPlace
  /** What to write at the place instead. */
  suggestion?: string | undefined
  /** Whether the suggestion is beyond doubt. */
  isFixable?: boolean
}
