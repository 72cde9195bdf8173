import type { SegmentOperator } from '../../contract/shapes/rules/field-rule.ts'

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

/** Operators on the count of an event. */
export const countOperators = ['eq', 'gte', 'lte'] as const
