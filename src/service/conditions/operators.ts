import type { FieldType } from '../../contract/shapes/field.ts'
import type { SegmentOperator } from '../../contract/shapes/segment.ts'

/** An operator without its negation: `neq` is a negated `eq`. */
export type BaseOperator = Exclude<
  SegmentOperator,
  'neq' | 'not_contains' | 'not_in' | 'is_not_set'
>

/**
 * Operators that negate another one. A contact without a value fails the base operator and so
 * matches the negated one.
 */
const negations: Partial<Record<SegmentOperator, BaseOperator>> = {
  neq: 'eq',
  not_contains: 'contains',
  not_in: 'in',
  is_not_set: 'is_set',
}

export function splitOperator(operator: SegmentOperator): {
  base: BaseOperator
  isNegated: boolean
} {
  const base = negations[operator]
  if (base) return { base, isNegated: true }
  return { base: operator as BaseOperator, isNegated: false } // all others are base operators
}

const presence = ['is_set', 'is_not_set'] as const
const choice = ['eq', 'neq', 'in', 'not_in', ...presence] as const
const text = ['contains', 'not_contains', 'starts_with', 'ends_with', ...choice] as const
const number = ['gt', 'gte', 'lt', 'lte', 'between', ...choice] as const

/** The operators of each field type. For several choices, `contains` tests for one of them. */
export const operatorsOf: Record<FieldType, readonly SegmentOperator[]> = {
  text,
  url: text,
  number,
  date: ['before', 'after', 'between', 'within_days', ...presence],
  boolean: ['eq', 'neq', ...presence],
  dropdown: choice,
  radio: choice,
  multi: ['contains', 'not_contains', 'in', 'not_in', ...presence],
}

/** Operators on the count of an event. */
export const countOperators = ['eq', 'gte', 'lte'] as const
