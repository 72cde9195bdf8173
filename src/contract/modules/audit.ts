import * as z from 'zod'
import { endpoint, list } from '../endpoint.ts'
import { auditEntry } from '../shapes/audit.ts'
import { id, instantIn, pageQuery } from '../shapes/wire.ts'

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/users/:id/audit',
    effect: 'read',
    access: 'User',
    query: z.strictObject({
      ...pageQuery,
      from: instantIn.optional(),
      to: instantIn.optional(),
      key_id: id.optional(),
    }),
    output: list(auditEntry, { csv: true }),
    failures: ['not_found'],
  }),
}
