import * as z from 'zod'
import { warning } from './warning.ts'
import { id } from './wire.ts'

export const fieldTypes = [
  'text',
  'number',
  'date',
  'boolean',
  'dropdown',
  'radio',
  'multi',
  'url',
] as const
export type FieldType = (typeof fieldTypes)[number]

const parts = {
  name: z.string().min(1).max(100),
  type: z.enum(fieldTypes),
  options: z.array(z.string().min(1).max(255)).max(500),
  internal: z.boolean(),
  required: z.boolean(),
  default: z.string().max(1000).nullable(),
}

/** `key` is the name in merge tags. The default is made from the name. */
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

export const fieldInput = z
  .strictObject({ ...parts, key })
  .partial()
  .required({ name: true, type: true })

export const fieldEdit = z.strictObject(parts).partial()

/** Present if people can set a field that usually decides something about them. */
export const fieldWarnings = { warnings: z.array(warning).optional() }

export const customField = z.object({ id, key: z.string(), ...parts })

/** A field value in a request, in any JSON type. Null clears the field. */
export const fieldValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(255)).max(500),
])

/** By field id or key. */
export type FieldValue = z.output<typeof fieldValue>

export const fieldValues = z.record(z.string().min(1).max(64), fieldValue)

/**
 * A field value in a response, always text. Dates are Unix seconds; several choices are joined by
 * `, `.
 */
export const shownField = z.object({
  id,
  name: z.string(),
  value: z.string(),
  type: z.string(),
})
