import * as z from 'zod'
import { endpoint, json, one } from '../endpoint.ts'
import { headerText, id, idOrText, instant } from '../shapes/wire.ts'

/** The wording of the opt-in mail in one language. Null: the built-in one. */
const optInWording = z.object({
  language: z.string(),
  template_id: id.nullable(),
  template: z.string().nullable(),
  subject: z.string().nullable(),
  updated_at: instant.nullable(),
})

const path = '/users/:id/opt-in-mail/:language'

export const optin = {
  get: endpoint({
    method: 'GET',
    path,
    effect: 'read',
    access: 'User',
    output: one(optInWording),
    failures: ['not_found'],
  }),
  set: endpoint({
    method: 'PUT',
    path,
    effect: 'update',
    access: 'User',
    expensive: true,
    body: json(
      z.strictObject({
        template_id: idOrText,
        /** Default: the subject of the template. */
        subject: headerText(998).min(1).optional(),
      }),
    ),
    output: one(optInWording),
    failures: ['not_found', 'merge_tag_broken', 'filter_refused', 'template_too_slow'],
  }),
  reset: endpoint({
    method: 'DELETE',
    path,
    effect: 'update',
    access: 'User',
    output: one(optInWording),
    failures: ['not_found'],
  }),
}
