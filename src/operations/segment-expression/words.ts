import type { SegmentOperator } from '../../contract/shapes/rules/field-rule.ts'
import type { EventRule } from '../../contract/shapes/segment.ts'

/** A field that an expression can use, as `GET /segmentations/fields` describes it. */
export interface ExpressionField {
  field: string
  name: string
  kind: string
  type: string
  operators: readonly SegmentOperator[]
  /** Of a custom event. */
  properties?: readonly ExpressionProperty[] | undefined
}

export interface ExpressionProperty {
  property: string
  type: string
  operators: readonly SegmentOperator[]
}

export type EventName = EventRule['event']

/** The words for events. */
export const eventWords: readonly (readonly [words: string, event: EventName])[] = [
  ['opened', 'open'],
  ['clicked', 'click'],
  ['was sent', 'sent'],
  ['bounced', 'bounce'],
  ['converted', 'conversion'],
  ['did', 'custom'],
]

/** Shorter names of fields that people use. */
export const fieldAliases: ReadonlyMap<string, string> = new Map([
  ['tag', 'tags'],
  ['list', 'lists'],
  ['name', 'nombre'],
  ['added', 'created_at'],
  ['confirmed', 'confirmed_at'],
  ['unsubscribed', 'unsubscribed_at'],
])

/** The operators that are words. Longer ones come before those that they begin with. */
export const operatorWords: readonly (readonly [words: string, operator: SegmentOperator])[] = [
  ['does not contain', 'not_contains'],
  ['not contains', 'not_contains'],
  ['contains', 'contains'],
  ['starts with', 'starts_with'],
  ['ends with', 'ends_with'],
  ['is not empty', 'is_set'],
  ['is not set', 'is_not_set'],
  ['is empty', 'is_not_set'],
  ['is set', 'is_set'],
  ['is not', 'neq'],
  ['is', 'eq'],
  ['not in', 'not_in'],
  ['before', 'before'],
  ['after', 'after'],
  ['between', 'between'],
]

/** The words for comparisons of counts and sums. */
export const countWords = { eq: 'exactly', gte: 'at least', lte: 'at most' } as const

export const operatorSymbols: Readonly<Record<string, SegmentOperator>> = {
  '=': 'eq',
  '!=': 'neq',
  '<>': 'neq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
}

/** The operator that is true where another one is false. */
export const negations: Partial<Record<SegmentOperator, SegmentOperator>> = {
  eq: 'neq',
  neq: 'eq',
  contains: 'not_contains',
  not_contains: 'contains',
  in: 'not_in',
  not_in: 'in',
  is_set: 'is_not_set',
  is_not_set: 'is_set',
}

/** Words with a meaning of their own, which a value has to quote. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'true', 'false', 'next', 'last', 'the', 'between'],
  ...['is', 'before', 'after', 'contains', 'campaign', 'link', 'at', 'exactly', 'once', 'twice'],
])
