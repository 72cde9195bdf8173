import type { Conditions } from '../../contract/shapes/segment.ts'
import type { RecordedEvent, ValueSource } from './catalogue.ts'

/** Validated conditions. Each is true or false for a contact, never unknown. */
export type Test = GroupTest | FieldTest | EventTest

export interface GroupTest {
  kind: 'group'
  /** `not`: none of the tests is true. */
  op: Conditions['op']
  tests: readonly Test[]
}

export interface FieldTest {
  kind: 'field'
  pointer: string
  source: ValueSource
  predicate: Predicate
  isNegated: boolean
}

/** A predicate on one value. A field with several values matches if one of them does. */
export type Predicate =
  | { is: 'set' }
  | { is: 'one-of'; values: readonly (string | number)[] }
  | { is: 'like'; where: 'contains' | 'starts_with' | 'ends_with'; text: string }
  /** All bounds apply. Times are in milliseconds. */
  | { is: 'compared'; bounds: readonly Bound[] }
  /** Days back from now, or ahead if negative. */
  | { is: 'recent'; days: number }

export type Bound = readonly [comparison: '<' | '<=' | '>' | '>=', value: number]

export interface EventTest {
  kind: 'event'
  pointer: string
  event: RecordedEvent
  count: { op: 'eq' | 'gte' | 'lte'; n: number }
  /** In milliseconds, both inclusive. */
  between?: { from: number; to: number }
  withinDays?: number
  campaignId?: number
  /** A prefix of the clicked URL. */
  link?: string
  isNegated: boolean
}

/** Returns the rules of a test, without groups, in the order they were written. */
export const rulesOf = (test: Test): (FieldTest | EventTest)[] =>
  test.kind === 'group' ? test.tests.flatMap(rulesOf) : [test]
