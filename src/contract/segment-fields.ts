import type { FieldType } from './shapes/field.ts'
import type { SegmentOperator } from './shapes/rules/field-rule.ts'

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

/** The fields that every contact has, as rules name them. Lists can add custom fields. */
export const contactFieldTypes = {
  email: 'text',
  domain: 'text',
  nombre: 'text',
  status: 'dropdown',
  source: 'text',
  tags: 'multi',
  lists: 'multi',
  created_at: 'date',
  confirmed_at: 'date',
  unsubscribed_at: 'date',
  last_open_at: 'date',
  last_click_at: 'date',
} as const satisfies Record<string, FieldType>

export type ContactFieldName = keyof typeof contactFieldTypes
