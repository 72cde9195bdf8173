import * as z from 'zod'
import { fieldValues, shownField } from './field.ts'
import { email, success, webAddress } from './wire.ts'

export const subscriber = z.object({
  email: z.string(),
  nombre: z.string(),
  listData: z.object({ name: z.string(), description: z.string() }),
  customFields: z.array(shownField),
})

/** Not strict: the specification has unknown and internal fields ignored. */
export const subscriberEdit = z.object({
  nombre: z.string().max(255).optional(),
  customFields: fieldValues.optional(),
})

const publicList = z.union([z.string().min(1).max(64), z.int().positive()])

/** Not strict: a form on a foreign page brings fields of its own. */
export const subscribeForm = z.object({
  list_id: publicList,
  email,
  nombre: z.string().max(255).optional(),
  customFields: fieldValues.optional(),
  captcha: z.string().max(4096).optional(),
  redirect: webAddress.optional(),
  /** Hidden from people: whoever fills it in is a machine. */
  website: z.string().max(1000).optional(),
})

export const subscribed = success.extend({
  /** Where the form leads now, when it is on one of the list's sites. */
  redirect: z.string().optional(),
})

/** An xsid, or an address with its list: that one only sends a link to confirm. */
export const unsubscribeForm = z.object({
  xsid: z.string().max(64).optional(),
  email: email.optional(),
  list_id: publicList.optional(),
})
