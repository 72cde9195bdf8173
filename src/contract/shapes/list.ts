import * as z from 'zod'
import { contactStatuses } from './contact.ts'
import { count, email, id, idOrText, instant, scriptOrigin } from './wire.ts'

const fields = {
  name: z.string().min(1).max(255),
  description: z.string().max(2000),
  double_optin: z.boolean().meta({ feature: 'double-optin' }),
  from_mail: email,
  welcome_template_id: idOrText,
  /** Whether the public forms also accept the list id, which is easy to guess. */
  public_by_id: z.boolean(),
  /** Whether the preference center offers it to contacts of other lists. */
  public: z.boolean(),
  /**
   * The sites that may frame the form, that it may redirect to, and whose scripts may call the public
   * routes about the list.
   */
  form_origins: z.array(scriptOrigin).max(20),
}

export const listInput = z.strictObject(fields).partial().required({ name: true })

/** Null removes a value. */
export const listEdit = z.strictObject({
  ...z.strictObject(fields).partial().shape,
  from_mail: fields.from_mail.nullable().optional(),
  welcome_template_id: fields.welcome_template_id.nullable().optional(),
})

export const contactList = z.object({
  id,
  name: z.string(),
  description: z.string(),
  public_id: z.string(),
  double_optin: z.boolean(),
  from_mail: z.string().nullable(),
  welcome_template_id: id.nullable(),
  public_by_id: z.boolean(),
  public: z.boolean(),
  form_origins: z.array(z.string()),
  contacts: count,
  active: count,
  created_at: instant,
})

export const listDetail = contactList.extend({
  counts: z.record(z.enum(contactStatuses), count),
  /** Contacts that joined and left per day, for the last thirty days. */
  growth: z.array(z.object({ at: instant, joined: count, left: count })),
  /** The page with the form. It also accepts forms on other sites. */
  form_url: z.string(),
})
