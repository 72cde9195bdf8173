import * as z from 'zod'
import { campaign } from './campaign.ts'
import { contact } from './contact.ts'
import { contactList } from './list.ts'
import { segment } from './segment.ts'
import { template } from './template.ts'

/** The results of each kind. */
export const maxResults = 10

/** The fields that identify each result. */
export const found = z.object({
  campaigns: z
    .array(campaign.pick({ id: true, camp_name: true, asunto: true, status: true }))
    .max(maxResults),
  lists: z.array(contactList.pick({ id: true, name: true, contacts: true })).max(maxResults),
  contacts: z
    .array(contact.pick({ id: true, list_id: true, email: true, nombre: true, status: true }))
    .max(maxResults),
  segments: z.array(segment.pick({ id: true, name: true, contacts: true })).max(maxResults),
  templates: z.array(template.pick({ id: true, name: true, version: true })).max(maxResults),
})
