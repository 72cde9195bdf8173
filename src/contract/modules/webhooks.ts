import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import {
  replayInput,
  webhook,
  webhookCreated,
  webhookEdit,
  webhookEdited,
  webhookInput,
} from '../shapes/webhook.ts'
import { count, ok, pageQuery } from '../shapes/wire.ts'

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/users/:id/webhooks',
    effect: 'read',
    access: 'User',
    query: z.strictObject(pageQuery),
    output: list(webhook),
    failures: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/users/:id/webhooks',
    effect: 'create',
    access: 'User',
    secret: true,
    body: json(webhookInput),
    output: one(webhookCreated),
    failures: ['not_found', 'quota_exceeded'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/:id/webhooks/:webhook',
    effect: 'update',
    access: 'User',
    secret: true,
    body: json(webhookEdit),
    output: one(webhookEdited),
    failures: ['not_found'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/users/:id/webhooks/:webhook',
    effect: 'destroy',
    access: 'User',
    output: one(ok),
    failures: ['not_found'],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/users/:id/webhooks/:webhook/replay',
    effect: 'create',
    repeats: 'unrecorded',
    access: 'User',
    expensive: true,
    body: json(replayInput),
    output: one(z.object({ queued: count })),
    failures: ['not_found', 'wrong_state'],
  }),
}
