import * as z from 'zod'
import { endpoint, file, job, json, list, one } from '../endpoint.ts'
import { contactStatuses } from '../shapes/contact.ts'
import { contactList, listDetail, listEdit, listInput } from '../shapes/list.ts'
import { cleanInput, exportTypes, importQuery, importTypes } from '../shapes/list-jobs.ts'
import { suppression, suppressionTypes } from '../shapes/suppression.ts'
import { id, ok, okWithId, pageQuery } from '../shapes/wire.ts'

/** The failures of a file before its rows are read. */
const unreadableFile = [
  'file_empty',
  'file_not_text',
  'file_not_table',
  'file_unclear',
  'file_too_large',
  'workbook_broken',
  'sheet_unknown',
  'no_email_column',
] as const

export const lists = {
  list: endpoint({
    method: 'GET',
    path: '/lists',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ ...pageQuery, q: z.string().max(255).optional() }),
    output: list(contactList),
  }),
  create: endpoint({
    method: 'POST',
    path: '/lists',
    effect: 'create',
    access: 'User',
    shown: true,
    body: json(listInput),
    output: one(okWithId),
    failures: ['already_exists'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/lists/:id',
    effect: 'read',
    access: 'User',
    output: one(listDetail),
    failures: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/lists/:id',
    effect: 'update',
    access: 'User',
    body: json(listEdit),
    output: one(ok),
    failures: ['not_found', 'already_exists'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/lists/:id',
    effect: 'destroy',
    access: 'User',
    output: one(ok),
    failures: ['not_found', 'in_use'],
  }),
  import: endpoint({
    method: 'POST',
    path: '/lists/:id/import',
    effect: 'create',
    // New contacts can get opt-in mails.
    repeats: 'once',
    access: 'User',
    scope: 'contacts:write',
    query: importQuery,
    body: file(...importTypes),
    output: job,
    failures: ['not_found', 'storage_exceeded', 'too_many_uploads', 'disk_full', ...unreadableFile],
  }),
  export: endpoint({
    method: 'GET',
    path: '/lists/:id/export',
    effect: 'read',
    access: 'User',
    scope: 'contacts:read',
    expensive: true,
    query: z.strictObject({
      segment_id: id.optional(),
      status: z.enum(contactStatuses).optional(),
      fields: z.string().max(1000).optional(),
      format: z.enum(['csv', 'ndjson', 'xlsx']).default('csv'),
    }),
    output: file(...exportTypes),
    failures: ['not_found'],
  }),
  clean: endpoint({
    method: 'POST',
    path: '/lists/:id/clean',
    effect: 'destroy',
    access: 'User',
    scope: 'contacts:delete',
    body: json(cleanInput),
    output: job,
    failures: ['not_found'],
  }),
  suppressions: endpoint({
    method: 'GET',
    path: '/lists/:id/suppressions',
    effect: 'read',
    access: 'User',
    scope: 'suppressions:read',
    expensive: true,
    query: z.strictObject({ ...pageQuery, type: z.enum(suppressionTypes).optional() }),
    output: list(suppression, { csv: true }),
    failures: ['not_found'],
  }),
}
