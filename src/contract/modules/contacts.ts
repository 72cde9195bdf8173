import * as z from 'zod'
import { endpoint, json, list, one, rows } from '../endpoint.ts'
import {
  contact,
  contactBatch,
  contactDetail,
  contactEdit,
  contactEvent,
  contactEventTypes,
  contactInput,
  contactRemoved,
  contactStatuses,
  contactsWritten,
  contactWritten,
  maxContactsAtOnce,
} from '../shapes/contact.ts'
import { bulkDone, bulkInput } from '../shapes/contact-bulk.ts'
import { flag, id, instantIn, pageQuery } from '../shapes/wire.ts'

export const contacts = {
  list: endpoint({
    method: 'GET',
    path: '/lists/:id/contacts',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(contactStatuses).optional(),
      q: z.string().max(320).optional(),
      segment_id: id.optional(),
      updated_since: instantIn.optional(),
      // The conditions of a segment, as JSON: a query holds only text.
      conditions: z.string().max(8000).optional().meta({ feature: 'contact-conditions' }),
    }),
    output: list(contact, { csv: true }),
    failures: ['not_found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/lists/:id/contacts',
    effect: 'create',
    // A new contact can get an opt-in mail.
    repeats: 'once',
    access: 'User',
    shown: true,
    expensive: true,
    body: rows('contacts', contactInput, { rest: contactBatch, max: maxContactsAtOnce }),
    output: one(z.union([contactWritten, contactsWritten])),
    failures: ['not_found', 'quota_exceeded'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/lists/:id/contacts/:contact',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ export: z.literal('gdpr').optional() }),
    output: one(contactDetail),
    failures: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/lists/:id/contacts/:contact',
    effect: 'update',
    access: 'User',
    body: json(contactEdit),
    output: one(contactWritten),
    failures: ['not_found', 'already_exists', 'wrong_state', 'quota_exceeded'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/lists/:id/contacts/:contact',
    effect: 'destroy',
    access: 'User',
    shown: true,
    query: z.strictObject({ erase: flag.optional().meta({ feature: 'erase' }) }),
    output: one(contactRemoved),
    failures: ['not_found'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/lists/:id/contacts/:contact/history',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ ...pageQuery, type: z.enum(contactEventTypes).optional() }),
    output: list(contactEvent),
    failures: ['not_found'],
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/lists/:id/contacts/bulk',
    effect: 'destroy',
    access: 'User',
    expensive: true,
    body: json(bulkInput, { maxMegabytes: 4 }),
    output: one(bulkDone),
    failures: ['not_found', 'quota_exceeded'],
  }),
}
