import * as z from 'zod'
import { contact } from './contact.ts'
import { propertyTypes } from './custom-event.ts'
import { fieldTypes } from './field.ts'
import { propertyFilters } from './property-filter.ts'
import { type FieldRule, fieldRule, segmentOperators } from './rules/field-rule.ts'
import { count, id, idOrText, instant, instantIn } from './wire.ts'

export const segmentEvents = ['open', 'click', 'sent', 'bounce', 'conversion', 'custom'] as const

const countOp = z.enum(['eq', 'gte', 'lte'])
const daysBack = z.strictObject({ days: z.int().min(1).max(3650) })
const period = z.strictObject({ from: instantIn, to: instantIn })

/** When something happened for the first or the last time. Exactly one of them. */
const occurrence = z.strictObject({
  /** In the last days. */
  within: daysBack.optional(),
  /** Longer ago than these days. */
  before: daysBack.optional(),
  between: period.optional(),
})

/** The sum of a property over the events; by default of their values. */
const eventSum = z.strictObject({
  property: z.string().min(1).max(131).optional(),
  /** ISO 4217. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  op: countOp,
  n: z.number(),
})

export const eventRule = z.strictObject({
  event: z.enum(segmentEvents),
  /** The name of a custom event, or of a conversion. */
  name: z.string().min(1).max(100).optional(),
  /** Only for custom events and conversions. Counted are the events that match all filters. */
  properties: propertyFilters.optional(),
  count: z.strictObject({ op: countOp, n: count }).optional(),
  /** The next three are only for custom events and conversions. */
  sum: eventSum.optional(),
  first: occurrence.optional(),
  last: occurrence.optional(),
  within: daysBack.optional(),
  between: period.optional(),
  campaign_id: idOrText.optional(),
  link: z.string().max(2000).optional(),
  negate: z.boolean().optional(),
})

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
  /** Of the custom events with this name. */
  properties: z
    .array(
      z.object({
        property: z.string(),
        type: z.enum(propertyTypes),
        operators: z.array(z.enum(segmentOperators)),
      }),
    )
    .optional(),
})
