import * as z from 'zod'

export const segmentOperators = [
  'eq',
  'neq',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'not_in',
  'is_set',
  'is_not_set',
  'before',
  'after',
  'within_days',
] as const
export type SegmentOperator = (typeof segmentOperators)[number]

const plainValue = z.union([z.string().max(1000), z.number(), z.boolean()])

export const fieldRule = z.strictObject({
  field: z.string().min(1).max(64),
  operator: z.enum(segmentOperators),
  value: z.union([plainValue, z.array(plainValue).max(500)]).optional(),
})

export type FieldRule = z.output<typeof fieldRule>
