import * as z from 'zod'
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

/** `key` is how merge tags name the field; made from the name when it is not given. */
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

export const fieldInput = z
  .strictObject({ ...parts, key })
  .partial()
  .required({ name: true, type: true })

export const fieldEdit = z.strictObject(parts).partial()

export const customField = z.object({ id, key: z.string(), ...parts })

/** A value on the way in, in every type that JSON has for it; null empties the field. */
export const fieldValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(255)).max(500),
])

/** By the field's id or key. */
export type FieldValue = z.output<typeof fieldValue>

export const fieldValues = z.record(z.string().min(1).max(64), fieldValue)

/** A value on the way out: always text (a date is Unix seconds, several choices are joined by `, `). */
export const shownField = z.object({
  id,
  name: z.string(),
  value: z.string(),
  type: z.string(),
})
