import * as z from 'zod'
import { id, instant } from './wire.ts'

export const suppressionTypes = ['bounce', 'unsubscribe', 'complaint', 'manual'] as const

export const suppression = z.object({
  id,
  /** Null: for the whole account. */
  list_id: id.nullable(),
  /** Null for an erased person, of whom only a keyed hash is stored. */
  email: z.string().nullable(),
  type: z.enum(suppressionTypes),
  reason: z.string().nullable(),
  diagnostic: z.string().nullable(),
  campaign_id: id.nullable(),
  at: instant,
})
