import * as z from 'zod'
import { endpoint, json, list, one, rows } from '../endpoint.ts'
import {
  maxSuppressionsAtOnce,
  suppression,
  suppressionInput,
  suppressionLift,
  suppressionLifted,
  suppressionsWritten,
  suppressionTypes,
} from '../shapes/suppression.ts'
import { email, id, pageQuery } from '../shapes/wire.ts'

/** The suppressions of the account, or with `list_id` those of a list. */
export const suppressions = {
  list: endpoint({
    method: 'GET',
    path: '/suppressions',
    effect: 'read',
    access: 'User',
    feature: 'suppressions',
    expensive: true,
    query: z.strictObject({
      ...pageQuery,
      list_id: id.optional(),
      type: z.enum(suppressionTypes).optional(),
      email: email.optional(),
    }),
    output: list(suppression, { csv: true }),
    failures: ['not_found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/suppressions',
    effect: 'update',
    access: 'User',
    feature: 'suppressions',
    expensive: true,
    query: z.strictObject({ list_id: id.optional() }),
    body: rows('suppressions', suppressionInput, {
      rest: z.strictObject({}),
      max: maxSuppressionsAtOnce,
    }),
    output: one(suppressionsWritten),
    failures: ['not_found'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/suppressions/lift',
    effect: 'update',
    access: 'User',
    feature: 'suppressions',
    body: json(suppressionLift),
    output: one(suppressionLifted),
    failures: ['not_found'],
  }),
}
