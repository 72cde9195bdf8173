import * as z from 'zod'
import { endpoint, json, one } from '../endpoint.ts'
import {
  campaignState,
  campaignStatuses,
  expectRecipients,
  variantName,
} from '../shapes/campaign.ts'
import { count, flag, instantIn, zone } from '../shapes/wire.ts'

/** Sending, scheduling, pausing and resuming a campaign. */
export const campaignSteering = {
  schedule: endpoint({
    method: 'PUT',
    path: '/campaigns/:id/schedule',
    effect: 'send',
    access: 'User',
    actsOn: ['draft', 'scheduled'],
    expensive: true,
    feature: 'schedule',
    body: json(
      z.strictObject({
        scheduled_at: instantIn,
        timezone: zone.optional(),
        by_recipient_timezone: flag.optional(),
        expect_recipients: expectRecipients.optional().meta({ feature: 'expect-recipients' }),
      }),
    ),
    output: one(campaignState),
    failures: [
      'not_found',
      'wrong_state',
      'sender_not_verified',
      'merge_tag_broken',
      'filter_refused',
      'template_too_slow',
      'quota_exceeded',
      'suspended',
    ],
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/campaigns/:id/schedule',
    effect: 'update',
    access: 'User',
    actsOn: ['scheduled'],
    feature: 'schedule',
    output: one(campaignState),
    failures: ['not_found', 'wrong_state'],
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/campaigns/:id/pause',
    effect: 'update',
    access: 'User',
    actsOn: ['queued', 'sending', 'ab_testing'],
    output: one(z.object({ ok: z.boolean(), status: z.enum(campaignStatuses), remaining: count })),
    failures: ['not_found', 'wrong_state'],
  }),
  resume: endpoint({
    method: 'PUT',
    path: '/campaigns/:id/resume',
    effect: 'send',
    // It reaches nobody twice, and a campaign may be paused again and again.
    repeats: 'unrecorded',
    access: 'User',
    actsOn: ['paused'],
    expensive: true,
    output: one(campaignState),
    failures: ['not_found', 'wrong_state', 'quota_exceeded', 'suspended'],
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/campaigns/:id/cancel',
    effect: 'destroy',
    access: 'User',
    actsOn: ['scheduled', 'queued', 'sending', 'ab_testing', 'paused'],
    output: one(campaignState),
    failures: ['not_found', 'wrong_state'],
  }),
  abWinner: endpoint({
    method: 'POST',
    path: '/campaigns/:id/ab-winner',
    effect: 'send',
    access: 'User',
    actsOn: ['ab_testing'],
    feature: 'ab-test',
    body: json(z.strictObject({ variant: variantName })),
    output: one(campaignState),
    failures: ['not_found', 'wrong_state'],
  }),
}
