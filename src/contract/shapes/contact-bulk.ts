import * as z from 'zod'
import type { Values } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { as } from '../check.ts'
import { contactStatuses, optInWaiting } from './contact.ts'
import { fieldValue } from './field.ts'
import { count, id, idOrText } from './wire.ts'

const bulkActions = [
  'add_tag',
  'remove_tag',
  'move',
  'copy',
  'unsubscribe',
  'delete',
  'set_field',
] as const

type BulkAction = (typeof bulkActions)[number]

const details = {
  tag: z.string().min(1).max(100).optional(),
  to_list_id: idOrText.optional(),
  field: z.string().min(1).max(64).optional(),
  value: fieldValue.optional(),
}

/** The parameters of each action. */
const needs: Record<BulkAction, readonly (keyof typeof details)[]> = {
  add_tag: ['tag'],
  remove_tag: ['tag'],
  move: ['to_list_id'],
  copy: ['to_list_id'],
  unsubscribe: [],
  delete: [],
  set_field: ['field', 'value'],
}

/** The filter of an action. An empty one includes the whole list. */
const bulkFilter = z.strictObject({
  status: z.enum(contactStatuses).optional(),
  q: z.string().max(320).optional(),
  tag: z.string().min(1).max(100).optional(),
  segment_id: idOrText.optional(),
})

const maxBulkContacts = 5000

/**
 * Either contacts by id or address, or a filter. Fields that the action does not use are refused: a
 * caller who deletes with a tag means only the contacts with that tag.
 */
export const bulkInput = z
  .strictObject({
    action: z.enum(bulkActions),
    contacts: z
      .array(z.union([id, z.string().min(1).max(320)]))
      .min(1)
      .max(maxBulkContacts)
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

/** A small selection is processed immediately, a large one becomes a job (202). */
export const bulkDone = z.union([
  z.object({ ok: z.boolean(), done: count, skipped: count, optin_waiting: optInWaiting }),
  z.object({ job_id: id }),
])
