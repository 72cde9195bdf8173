import type { FieldType } from '../../contract/shapes/field.ts'
import type { SegmentOperator } from '../../contract/shapes/segment.ts'

/** What is asked, when "not" is taken off: `neq` is a `eq` that does not hold. */
export type Question = Exclude<SegmentOperator, 'neq' | 'not_contains' | 'not_in' | 'is_not_set'>

/** Whoever holds nothing fails the question, and so passes the one with "not". */
const denials: Partial<Record<SegmentOperator, Question>> = {
  neq: 'eq',
  not_contains: 'contains',
  not_in: 'in',
  is_not_set: 'is_set',
}

export const questionOf = (operator: SegmentOperator): { question: Question; denied: boolean } => {
  const question = denials[operator]
  return question ? { question, denied: true } : { question: operator as Question, denied: false } // all the others
}

const presence = ['is_set', 'is_not_set'] as const
const choice = ['eq', 'neq', 'in', 'not_in', ...presence] as const
const text = ['contains', 'not_contains', 'starts_with', 'ends_with', ...choice] as const
const number = ['gt', 'gte', 'lt', 'lte', 'between', ...choice] as const

/** What can be asked about a value of each type. Of several choices, `contains` asks for one. */
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

/** How often something happened. */
export const countOperators = ['eq', 'gte', 'lte'] as const
