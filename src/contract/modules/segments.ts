import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import { contact } from '../shapes/contact.ts'
import {
  conditionsIn,
  segment,
  segmentCount,
  segmentEdit,
  segmentField,
  segmentInput,
  segmentPreview,
} from '../shapes/segment.ts'
import { count, id, idOrText, instant, ok, okWithId, pageQuery } from '../shapes/wire.ts'

const sampleSize = z.int().min(1).max(100)

export const segments = {
  list: endpoint({
    method: 'GET',
    path: '/segments',
    effect: 'read',
    access: 'User',
    query: z.strictObject({
      ...pageQuery,
      q: z.string().max(255).optional(),
      list_id: id.optional(),
    }),
    output: list(segment),
  }),
  create: endpoint({
    method: 'POST',
    path: '/segments',
    effect: 'create',
    access: 'User',
    shown: true,
    body: json(segmentInput, { maxMegabytes: 4 }),
    output: one(okWithId),
    failures: ['already_exists'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/segments/:id',
    effect: 'read',
    access: 'User',
    output: one(segment),
    failures: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/segments/:id',
    effect: 'update',
    access: 'User',
    body: json(segmentEdit, { maxMegabytes: 4 }),
    output: one(ok),
    failures: ['not_found', 'already_exists'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/segments/:id',
    effect: 'destroy',
    access: 'User',
    output: one(ok),
    failures: ['not_found', 'in_use'],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/segments/:id/preview',
    effect: 'read',
    access: 'User',
    shown: true,
    expensive: true,
    query: z.strictObject({ limit: sampleSize.default(10) }),
    output: one(segmentPreview),
    failures: ['not_found'],
  }),
  previewUnsaved: endpoint({
    method: 'POST',
    path: '/segments/preview',
    effect: 'read',
    access: 'User',
    expensive: true,
    body: json(
      z.strictObject({
        conditions: conditionsIn,
        list_id: idOrText.optional(),
        limit: sampleSize.default(10),
      }),
      { maxMegabytes: 4 },
    ),
    output: one(segmentPreview),
  }),
  fields: endpoint({
    method: 'GET',
    path: '/segments/fields',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ list_id: id.optional() }),
    output: list(segmentField),
  }),
  contacts: endpoint({
    method: 'GET',
    path: '/segments/:id/contacts',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject(pageQuery),
    output: list(contact, { csv: true }),
    failures: ['not_found'],
  }),
  count: endpoint({
    method: 'GET',
    path: '/segments/:id/count',
    effect: 'read',
    access: 'User',
    expensive: true,
    output: one(segmentCount),
    failures: ['not_found'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/segments/:id/duplicate',
    effect: 'create',
    access: 'User',
    body: json(z.strictObject({ name: z.string().min(1).max(255).optional() })),
    output: one(okWithId),
    failures: ['not_found', 'already_exists'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/segments/:id/refresh',
    effect: 'update',
    access: 'User',
    expensive: true,
    output: one(ok.extend({ contacts: count, computed_at: instant })),
    failures: ['not_found'],
  }),
  toList: endpoint({
    method: 'POST',
    path: '/segments/:id/list',
    effect: 'create',
    access: 'User',
    expensive: true,
    body: json(z.strictObject({ name: z.string().min(1).max(255) })),
    /**
     * The jobs that fill the list, one for each source list; none if the list is already complete.
     */
    output: one(ok.extend({ list_id: id, job_ids: z.array(id) })),
    failures: ['not_found', 'already_exists', 'quota_exceeded'],
  }),
}
