import * as z from 'zod'
import { contact } from './contact.ts'
import { fieldTypes } from './field.ts'
import { count, id, idOrText, instant, instantIn } from './wire.ts'

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

export const segmentEvents = ['open', 'click', 'sent', 'bounce', 'conversion', 'custom'] as const

const plainValue = z.union([z.string().max(1000), z.number(), z.boolean()])

export const fieldRule = z.strictObject({
  field: z.string().min(1).max(64),
  operator: z.enum(segmentOperators),
  value: z.union([plainValue, z.array(plainValue).max(500)]).optional(),
})

export const eventRule = z.strictObject({
  event: z.enum(segmentEvents),
  /** The name of a custom event. */
  name: z.string().min(1).max(100).optional(),
  count: z.strictObject({ op: z.enum(['eq', 'gte', 'lte']), n: count }).optional(),
  within: z.strictObject({ days: z.int().min(1).max(3650) }).optional(),
  between: z.strictObject({ from: instantIn, to: instantIn }).optional(),
  campaign_id: idOrText.optional(),
  link: z.string().max(2000).optional(),
  negate: z.boolean().optional(),
})

export type FieldRule = z.output<typeof fieldRule>
export type EventRule = z.output<typeof eventRule>
export interface Conditions {
  op: 'and' | 'or' | 'not'
  rules: (FieldRule | EventRule | Conditions)[]
}

/** The maximum number of rules in all groups together. */
export const maxRules = 100
/** The maximum nesting of groups, including the outermost. */
export const maxGroups = 5

export const conditions: z.ZodType<Conditions> = z.strictObject({
  op: z.enum(['and', 'or', 'not']),
  get rules() {
    return z
      .array(z.union([fieldRule, eventRule, conditions]))
      .min(1)
      .max(maxRules)
  },
})

/**
 * Conditions in a request. The service validates them itself, because it names every invalid rule
 * by a JSON Pointer, whereas a zod union only reports that no shape fits.
 */
export const conditionsIn: z.ZodType<Conditions> = z.looseObject({}) as never

export const segmentInput = z.strictObject({
  name: z.string().min(1).max(255),
  list_id: idOrText.optional(),
  conditions: conditionsIn,
})

export const segmentEdit = z.strictObject({
  ...segmentInput.partial().shape,
  list_id: idOrText.nullable().optional(),
})

export const segment = z.object({
  id,
  name: z.string(),
  list_id: id.nullable(),
  conditions,
  /** As of `computed_at`; null if never counted. */
  contacts: count.nullable(),
  computed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})

export const segmentPreview = z.object({
  total: count,
  /** How many of them can be mailed. */
  sendable: count,
  sample: z.array(contact),
})

export const segmentCount = z.object({
  total: count,
  sendable: count,
  /** By JSON Pointer into the conditions: `/rules/0/rules/2`. */
  per_rule: z.array(z.object({ pointer: z.string(), total: count })),
})

export const segmentField = z.object({
  /** The name of the field in rules. */
  field: z.string(),
  name: z.string(),
  kind: z.enum(['contact', 'custom', 'event']),
  type: z.enum(fieldTypes),
  operators: z.array(z.enum(segmentOperators)),
  /** The allowed values, if they are limited. */
  values: z.array(z.string()),
  list_id: id.nullable(),
})
