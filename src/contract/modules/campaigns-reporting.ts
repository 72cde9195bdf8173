import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import { variantName } from '../shapes/campaign.ts'
import {
  campaignLink,
  campaignPreview,
  campaignRecipient,
  conversionInput,
  recipientFilters,
} from '../shapes/campaign-recipients.ts'
import { count, headerText, id, instantIn, ok, okWithId, pageQuery } from '../shapes/wire.ts'

/** Previews, recipients, statistics and follow-up campaigns. */
export const campaignAfter = {
  duplicate: endpoint({
    method: 'POST',
    path: '/campaigns/:id/duplicate',
    effect: 'create',
    access: 'User',
    body: json(z.strictObject({ camp_name: z.string().min(1).max(255).optional() })),
    output: one(okWithId),
    failures: ['not_found', 'storage_exceeded'],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/campaigns/:id/preview',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject({
      contact_id: id.optional(),
      variant: variantName.optional(),
      format: z.enum(['html', 'text', 'mime']).optional(),
    }),
    output: one(campaignPreview),
    failures: ['not_found', 'merge_tag_broken', 'filter_refused', 'template_too_slow'],
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/campaigns/:id/recipients',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(recipientFilters).optional(),
      link_id: id.optional(),
      since: instantIn.optional().meta({ feature: 'since' }),
    }),
    output: list(campaignRecipient, { csv: true }),
    failures: ['not_found'],
  }),
  links: endpoint({
    method: 'GET',
    path: '/campaigns/:id/links',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject({ ...pageQuery, link_id: id.optional() }),
    output: list(campaignLink, { csv: true }),
    failures: ['not_found'],
  }),
  convert: endpoint({
    method: 'POST',
    path: '/campaigns/:id/conversions',
    effect: 'create',
    access: 'User',
    body: json(conversionInput),
    output: one(z.object({ ok: z.boolean(), counted: z.boolean() })),
    failures: ['not_found'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/campaigns/:id/resend',
    effect: 'create',
    access: 'User',
    actsOn: ['sent', 'cancelled', 'failed'],
    expensive: true,
    body: json(
      z.strictObject({
        to: z.enum(['unopened', 'failed', 'new', 'uncertain']),
        asunto: headerText(255).min(1).optional(),
      }),
    ),
    /** The number of recipients if it were sent now. */
    output: one(okWithId.extend({ recipients: count.optional() })),
    failures: ['not_found', 'wrong_state', 'audience_empty', 'storage_exceeded'],
  }),
  archive: endpoint({
    method: 'PUT',
    path: '/campaigns/:id/archive',
    effect: 'update',
    access: 'User',
    actsOn: ['sending', 'sent', 'cancelled'],
    body: json(
      z.strictObject({
        public: z.boolean(),
        slug: z
          .string()
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
          .max(100)
          .optional(),
      }),
    ),
    output: one(ok.extend({ url: z.string().nullable() })),
    failures: ['not_found', 'wrong_state', 'already_exists'],
  }),
}
