import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import { template, templateInput, templateRead, templateSaved } from '../shapes/template.ts'
import { flag, pageQuery } from '../shapes/wire.ts'

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    effect: 'read',
    access: 'User',
    query: z.strictObject({
      ...pageQuery,
      q: z.string().max(255).optional(),
      archived: flag.optional(),
    }),
    output: list(template),
  }),
  create: endpoint({
    method: 'POST',
    path: '/templates',
    effect: 'create',
    access: 'User',
    shown: true,
    expensive: true,
    body: json(templateInput, { maxMegabytes: 16 }),
    output: one(templateSaved),
    failures: [
      'not_found',
      'edited_meanwhile',
      'merge_tag_broken',
      'filter_refused',
      'template_too_slow',
      'storage_exceeded',
    ],
  }),
  get: endpoint({
    method: 'GET',
    path: '/templates/:id',
    effect: 'read',
    access: 'User',
    shown: true,
    query: z.strictObject({
      export: flag.optional(),
      version: z.int().positive().optional(),
    }),
    output: one(templateRead),
    failures: ['not_found'],
  }),
}
