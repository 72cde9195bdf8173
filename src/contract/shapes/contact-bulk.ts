import * as z from 'zod'
import { contactStatuses } from './contact.ts'
import { fieldValue } from './field.ts'
import { count, id, idOrText } from './wire.ts'

export const bulkActions = [
  'add_tag',
  'remove_tag',
  'move',
  'copy',
  'unsubscribe',
  'delete',
  'set_field',
] as const

/** Either the contacts by id or address, or a filter that finds them. */
export const bulkInput = z.strictObject({
  action: z.enum(bulkActions),
  contacts: z
    .array(z.union([id, z.string().min(1).max(320)]))
    .min(1)
    .max(5000)
    .optional(),
  filter: z
    .strictObject({
      status: z.enum(contactStatuses).optional(),
      q: z.string().max(320).optional(),
      tag: z.string().max(100).optional(),
      segment_id: idOrText.optional(),
    })
    .optional(),
  tag: z.string().min(1).max(100).optional(),
  to_list_id: idOrText.optional(),
  field: z.string().min(1).max(64).optional(),
  value: fieldValue.optional(),
})

/** Few contacts are done at once, many become a job (202). */
export const bulkDone = z.union([
  z.object({ ok: z.boolean(), done: count, skipped: count }),
  z.object({ job_id: id }),
])
