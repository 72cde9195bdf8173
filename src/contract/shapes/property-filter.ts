import * as z from 'zod'
import { fieldRule, segmentOperators } from './rules/field-rule.ts'

/**
 * A condition on a property of an event: `total`, or `items[].price` for the entries of a list, of
 * which one must match. `value` and `currency` are those of the event unless it has properties with
 * these names.
 */
const propertyFilter = z.strictObject({
  property: z.string().min(1).max(131),
  operator: z.enum(segmentOperators),
  value: fieldRule.shape.value,
})

export type PropertyFilter = z.output<typeof propertyFilter>

/** All of them must match. */
export const propertyFilters = z.array(propertyFilter).min(1).max(20)
