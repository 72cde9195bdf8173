import * as z from 'zod'
import { fieldValues, shownField } from './field.ts'
import { email, success, webAddress } from './wire.ts'

export const subscriber = z.object({
  email: z.string(),
  nombre: z.string(),
  listData: z.object({ name: z.string(), description: z.string() }),
  customFields: z.array(shownField),
})

/** Not strict, because the specification says to ignore unknown and internal fields. */
export const subscriberEdit = z.object({
  nombre: z.string().max(255).optional(),
  customFields: fieldValues.optional(),
})

const publicList = z.union([z.string().min(1).max(64), z.int().positive()])

/** Not strict, because forms on other sites send fields of their own. */
export const subscribeForm = z.object({
  list_id: publicList,
  email,
  nombre: z.string().max(255).optional(),
  customFields: fieldValues.optional(),
  captcha: z.string().max(4096).optional(),
  redirect: webAddress.optional(),
  /** A honeypot: hidden from people, so only bots fill it in. */
  website: z.string().max(1000).optional(),
})

export const subscribed = success.extend({
  /** Where the form redirects, if that is one of the list's sites. */
  redirect: z.string().optional(),
})

/** An xsid, or an address with its list. An address only gets a confirmation link by mail. */
export const unsubscribeForm = z.object({
  xsid: z.string().max(64).optional(),
  email: email.optional(),
  list_id: publicList.optional(),
})
