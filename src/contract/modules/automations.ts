import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import {
  automation,
  automationActivated,
  automationInput,
  automationState,
  automationStats,
  automationSummary,
  enrolInput,
} from '../shapes/flows/automation.ts'
import { flag, maxPageSize, ok, okWithId, pageQuery } from '../shapes/wire.ts'

export const automations = {
  list: endpoint({
    method: 'GET',
    path: '/automations',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ ...pageQuery, q: z.string().max(255).optional() }),
    output: list(automationSummary),
  }),
  create: endpoint({
    method: 'POST',
    path: '/automations',
    effect: 'create',
    access: 'User',
    shown: true,
    expensive: true,
    body: json(automationInput, { maxMegabytes: 16 }),
    output: one(okWithId),
    failures: ['filter_refused', 'template_too_slow'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/automations/:id',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ version: z.int().positive().optional() }),
    output: one(automation),
    failures: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/automations/:id',
    effect: 'update',
    access: 'User',
    expensive: true,
    body: json(automationInput.partial(), { maxMegabytes: 16 }),
    output: one(ok.extend({ version: z.int().positive() })),
    failures: ['not_found', 'edited_meanwhile', 'filter_refused', 'template_too_slow'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/automations/:id',
    effect: 'destroy',
    access: 'User',
    actsOn: ['draft', 'paused', 'draining', 'stopped'],
    query: z.strictObject({ force: flag.optional() }),
    output: one(ok),
    failures: ['not_found', 'wrong_state'],
  }),
  activate: endpoint({
    method: 'PUT',
    path: '/automations/:id/activate',
    effect: 'send',
    access: 'User',
    actsOn: ['draft', 'paused', 'draining', 'stopped'],
    shown: true,
    expensive: true,
    /**
     * `dry_run` validates everything and counts the contacts that would enter, but changes nothing.
     */
    query: z.strictObject({ dry_run: flag.optional().meta({ feature: 'dry-run' }) }),
    output: one(automationActivated),
    failures: [
      'not_found',
      'sender_not_verified',
      'merge_tag_broken',
      'filter_refused',
      'template_too_slow',
      'suspended',
    ],
  }),
  deactivate: endpoint({
    method: 'PUT',
    path: '/automations/:id/deactivate',
    effect: 'update',
    access: 'User',
    actsOn: ['active', 'paused', 'draining'],
    body: json(z.strictObject({ mode: z.enum(['pause', 'drain', 'exit']).default('pause') })),
    output: one(automationState),
    failures: ['not_found', 'wrong_state'],
  }),
  stats: endpoint({
    method: 'GET',
    path: '/automations/:id/stats',
    effect: 'read',
    access: 'User',
    query: z.strictObject({
      include: z.literal('runs').optional(),
      /** An id or address; the response then includes the path of each run. */
      contact: z.string().max(320).optional(),
      version: z.int().positive().optional(),
      /** The newest runs. */
      limit: z.int().min(1).max(maxPageSize).default(100),
    }),
    output: one(automationStats),
    failures: ['not_found'],
  }),
  trigger: endpoint({
    method: 'POST',
    path: '/automations/:id/trigger',
    effect: 'create',
    // The contact gets the mails of the automation.
    repeats: 'once',
    access: 'User',
    scope: 'automations:send',
    actsOn: ['active', 'paused', 'draining'],
    body: json(enrolInput),
    output: one(ok.extend({ enrolled: z.boolean() })),
    failures: ['not_found', 'wrong_state'],
  }),
}
