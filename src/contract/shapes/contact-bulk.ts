import * as z from 'zod'
import type { ProblemCode, Values } from '../../core/failure.ts'
import { as } from '../check.ts'
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

export type BulkAction = (typeof bulkActions)[number]

const details = {
  tag: z.string().min(1).max(100).optional(),
  to_list_id: idOrText.optional(),
  field: z.string().min(1).max(64).optional(),
  value: fieldValue.optional(),
}

/** What an action needs to know, and what it therefore takes. */
const needs: Record<BulkAction, readonly (keyof typeof details)[]> = {
  add_tag: ['tag'],
  remove_tag: ['tag'],
  move: ['to_list_id'],
  copy: ['to_list_id'],
  unsubscribe: [],
  delete: [],
  set_field: ['field', 'value'],
}

/** Whom an action reaches; an empty one reaches everybody on the list. */
const bulkFilter = z.strictObject({
  status: z.enum(contactStatuses).optional(),
  q: z.string().max(320).optional(),
  tag: z.string().min(1).max(100).optional(),
  segment_id: idOrText.optional(),
})

export const mostBulkContacts = 5000

/**
 * Either the contacts by id or address, or a filter that finds them. What does not belong to the
 * action is refused: whoever deletes with a tag meant only those who have it.
 */
export const bulkInput = z
  .strictObject({
    action: z.enum(bulkActions),
    contacts: z
      .array(z.union([id, z.string().min(1).max(320)]))
      .min(1)
      .max(mostBulkContacts)
      .optional(),
    filter: bulkFilter.optional(),
    ...details,
  })
  .superRefine(({ action, contacts, filter, ...given }, context) => {
    const wrong = (field: string, code: ProblemCode, values?: Values) =>
      context.addIssue({ code: 'custom', path: [field], ...as(code, values) })
    if (!contacts && !filter) wrong('contacts', 'required')
    if (contacts && filter) wrong('filter', 'not_together', { other: 'contacts' })
    for (const name of Object.keys(details) as (keyof typeof details)[]) {
      const isNeeded = needs[action].includes(name)
      if (isNeeded && given[name] === undefined) wrong(name, 'required')
      if (!isNeeded && given[name] !== undefined) {
        wrong(name, 'not_together', { other: `action=${action}` })
      }
    }
  })

/** Few contacts are done at once, many become a job (202). */
export const bulkDone = z.union([
  z.object({ ok: z.boolean(), done: count, skipped: count }),
  z.object({ job_id: id }),
])
