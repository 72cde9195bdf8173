import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import {
  campaignCreated,
  campaignDetails,
  campaignEdit,
  campaignInput,
  campaignState,
  campaignStatuses,
  campaignSummary,
  expectRecipients,
  rateNames,
} from '../shapes/campaign.ts'
import { campaignCheck } from '../shapes/campaign-check.ts'
import { campaignStats } from '../shapes/campaign-stats.ts'
import { statsInterval } from '../shapes/dashboard.ts'
import { count, email, flag, idOrText, instantIn, ok, pageQuery } from '../shapes/wire.ts'
import { campaignAfter } from './campaigns-reporting.ts'
import { campaignSteering } from './campaigns-scheduling.ts'

/** The failures that can prevent a campaign from being sent. */
const refusals = [
  'sender_not_verified',
  'audience_empty',
  'merge_tag_broken',
  'filter_refused',
  'template_too_slow',
  'quota_exceeded',
  'suspended',
] as const

export const campaigns = {
  list: endpoint({
    method: 'GET',
    path: '/campaigns',
    effect: 'read',
    access: 'User',
    shown: true,
    query: z.strictObject({
      ...pageQuery,
      status: z.enum([...campaignStatuses, 'active']).optional(),
      q: z.string().max(255).optional(),
      from: instantIn.optional(),
      to: instantIn.optional(),
      sort: z.enum(rateNames).optional().meta({ feature: 'sort' }),
    }),
    output: list(campaignSummary),
  }),
  create: endpoint({
    method: 'POST',
    path: '/campaigns',
    effect: 'send',
    access: 'User',
    shown: true,
    expensive: true,
    savesWith: 'draft',
    /** `dry_run` only counts the recipients: nothing is checked, stored or sent. */
    query: z.strictObject({ dry_run: flag.optional().meta({ feature: 'count-recipients' }) }),
    body: json(campaignInput, { maxMegabytes: 16 }),
    output: one(campaignCreated),
    failures: ['storage_exceeded', ...refusals],
  }),
  get: endpoint({
    method: 'GET',
    path: '/campaigns/:id',
    effect: 'read',
    access: 'User',
    output: one(campaignDetails),
    failures: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/campaigns/:id',
    effect: 'update',
    access: 'User',
    actsOn: ['draft', 'scheduled', 'paused'],
    expensive: true,
    body: json(campaignEdit, { maxMegabytes: 16 }),
    output: one(campaignState),
    failures: [
      'not_found',
      'wrong_state',
      'edited_meanwhile',
      'merge_tag_broken',
      'filter_refused',
      'template_too_slow',
      'storage_exceeded',
    ],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/campaigns/:id',
    effect: 'destroy',
    access: 'User',
    actsOn: ['draft', 'scheduled', 'sent', 'cancelled', 'failed'],
    output: one(ok),
    failures: ['not_found', 'wrong_state'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/campaigns/:id/check',
    effect: 'read',
    access: 'User',
    expensive: true,
    output: one(campaignCheck),
    failures: ['not_found'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/campaigns/:id/test',
    effect: 'create',
    // Each test is wanted, and it goes to few addresses.
    repeats: 'unrecorded',
    access: 'User',
    // It reaches people, in the words of a draft.
    scope: 'campaigns:send',
    expensive: true,
    body: json(
      z.strictObject({
        emails: z.array(email).min(1).max(10),
        contact_id: idOrText.optional(),
      }),
    ),
    output: one(z.object({ ok: z.boolean(), sent: count })),
    failures: ['not_found', 'test_limit', ...refusals],
  }),
  send: endpoint({
    method: 'PUT',
    path: '/campaigns/:id/send',
    effect: 'send',
    access: 'User',
    actsOn: ['draft', 'scheduled'],
    shown: true,
    expensive: true,
    body: json(
      z.strictObject({
        expect_recipients: expectRecipients.optional().meta({ feature: 'expect-recipients' }),
      }),
    ),
    output: one(campaignState),
    failures: ['not_found', 'wrong_state', ...refusals],
  }),
  stats: endpoint({
    method: 'GET',
    path: '/campaigns/:id/stats',
    effect: 'read',
    access: 'User',
    shown: true,
    expensive: true,
    query: z.strictObject({ interval: statsInterval.optional(), breakdown: flag.optional() }),
    output: one(campaignStats),
    failures: ['not_found'],
  }),
  ...campaignSteering,
  ...campaignAfter,
}
