import * as z from 'zod'
import { endpoint, json, one } from '../endpoint.ts'
import { sampleEvents, walkedAutomation } from '../shapes/flows/automation-walk.ts'

/** A flow is walked with a clock of its own. */
export const automationTests = {
  walk: endpoint({
    method: 'POST',
    path: '/automations/:id/test',
    effect: 'read',
    access: 'User',
    scope: 'automations:read',
    expensive: true,
    body: json(
      z.strictObject({
        /** An id or address. */
        contact: z.string().min(1).max(320),
        event: sampleEvents.optional(),
      }),
    ),
    output: one(walkedAutomation),
    failures: ['not_found', 'merge_tag_broken', 'filter_refused', 'template_too_slow'],
  }),
}
