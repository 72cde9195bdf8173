import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import { customField, fieldEdit, fieldInput, fieldWarnings } from '../shapes/field.ts'
import { flag, ok, okWithId, pageQuery } from '../shapes/wire.ts'

export const fields = {
  list: endpoint({
    method: 'GET',
    path: '/lists/:id/fields',
    effect: 'read',
    access: 'User',
    query: z.strictObject(pageQuery),
    output: list(customField),
    failures: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/lists/:id/fields',
    effect: 'create',
    access: 'User',
    body: json(fieldInput),
    output: one(okWithId.extend(fieldWarnings)),
    failures: ['not_found', 'already_exists'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/lists/:id/fields/:field',
    effect: 'update',
    access: 'User',
    body: json(fieldEdit),
    output: one(ok.extend(fieldWarnings)),
    failures: ['not_found', 'already_exists', 'conflict'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/lists/:id/fields/:field',
    effect: 'destroy',
    access: 'User',
    query: z.strictObject({ force: flag.optional() }),
    output: one(ok),
    failures: ['not_found', 'in_use'],
  }),
}
