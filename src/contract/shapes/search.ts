import * as z from 'zod'
import { campaign } from './campaign.ts'
import { contact } from './contact.ts'
import { contactList } from './list.ts'
import { segment } from './segment.ts'
import { template } from './template.ts'

const most = 10

/** Enough of each to name it in a list of results. */
export const found = z.object({
  campaigns: z
    .array(campaign.pick({ id: true, camp_name: true, asunto: true, status: true }))
    .max(most),
  lists: z.array(contactList.pick({ id: true, name: true, contacts: true })).max(most),
  contacts: z
    .array(contact.pick({ id: true, list_id: true, email: true, nombre: true, status: true }))
    .max(most),
  segments: z.array(segment.pick({ id: true, name: true, contacts: true })).max(most),
  templates: z.array(template.pick({ id: true, name: true, version: true })).max(most),
})
