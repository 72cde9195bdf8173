import type { Conditions } from '../../contract/shapes/segment.ts'
import type { RecordedEvent, ValueSource } from './catalogue.ts'
import type { Predicate } from './predicate.ts'
import type { PropertyTest } from './property-filter.ts'

/** Validated conditions. Each is true or false for a contact, never unknown. */
export type Test = GroupTest | RuleTest

/** One rule. */
type RuleTest = FieldTest | EventTest | CustomEventTest

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

/** The last days, before the last days, or between two times in milliseconds, both inclusive. */
export type Period = { days: number } | { beforeDays: number } | { from: number; to: number }

/** The sum of a property over events. */
export interface SumTest extends Pick<PropertyTest, 'place' | 'type'> {
  /** Only amounts in it; empty: amounts without one. Absent for numbers. */
  currency?: string
  op: EventTest['count']['op']
  n: number
}

/** A rule about the custom events of a person: what is true of those that match its filters. */
export interface CustomEventTest {
  kind: 'custom'
  pointer: string
  accountId: number
  /** Absent: conversions with any name. */
  nameId?: number
  isConversion: boolean
  campaignId?: number
  filters: readonly PropertyTest[]
  period?: Period
  count: EventTest['count']
  sum?: SumTest
  /** When the first and the last of them happened. */
  first?: Period
  last?: Period
  isNegated: boolean
}

/** Returns the rules of a test, without groups, in the order they were written. */
export const rulesOf = (test: Test): RuleTest[] =>
  test.kind === 'group' ? test.tests.flatMap(rulesOf) : [test]
