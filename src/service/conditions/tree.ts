import type { Conditions } from '../../contract/shapes/segment.ts'
import type { RecordedEvent, Subject } from './catalogue.ts'

/** Conditions that were checked: every one is true or false of a contact, never unknown. */
export type Test = GroupTest | FieldTest | EventTest

export interface GroupTest {
  kind: 'group'
  /** `not`: none of them holds. */
  op: Conditions['op']
  tests: readonly Test[]
}

export interface FieldTest {
  kind: 'field'
  pointer: string
  subject: Subject
  asks: Asks
  denied: boolean
}

/** What is asked of one value; of several, one is enough. */
export type Asks =
  | { is: 'set' }
  | { is: 'one-of'; values: readonly (string | number)[] }
  | { is: 'like'; where: 'contains' | 'starts_with' | 'ends_with'; text: string }
  /** All of them hold. Times are milliseconds. */
  | { is: 'compared'; bounds: readonly Bound[] }
  /** Days back from now; ahead where they are negative. */
  | { is: 'recent'; days: number }

export type Bound = readonly [comparison: '<' | '<=' | '>' | '>=', value: number]

export interface EventTest {
  kind: 'event'
  pointer: string
  event: RecordedEvent
  count: { op: 'eq' | 'gte' | 'lte'; n: number }
  /** Both in milliseconds and both included. */
  between?: { from: number; to: number }
  withinDays?: number
  campaignId?: number
  /** What the address that was clicked begins with. */
  link?: string
  denied: boolean
}

/** Those that are no groups, in the order in which they are written. */
export const rulesOf = (test: Test): (FieldTest | EventTest)[] =>
  test.kind === 'group' ? test.tests.flatMap(rulesOf) : [test]
