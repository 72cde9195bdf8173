import * as z from 'zod'
import { endpoint, file, list, one } from '../endpoint.ts'
import { job, jobKinds, jobStatuses } from '../shapes/job.ts'
import { ok, pageQuery } from '../shapes/wire.ts'

export const jobs = {
  list: endpoint({
    method: 'GET',
    path: '/lists/:id/jobs',
    effect: 'read',
    access: 'User',
    query: z.strictObject({
      ...pageQuery,
      kind: z.enum(jobKinds).optional(),
      status: z.enum(jobStatuses).optional(),
    }),
    output: list(job),
    failures: ['not_found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/lists/:id/jobs/:job',
    effect: 'read',
    access: 'User',
    output: one(job),
    failures: ['not_found'],
  }),
  errors: endpoint({
    method: 'GET',
    path: '/lists/:id/jobs/:job/errors',
    effect: 'read',
    access: 'User',
    expensive: true,
    output: file('text/csv'),
    failures: ['not_found'],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/lists/:id/jobs/:job',
    effect: 'destroy',
    access: 'User',
    actsOn: ['waiting', 'running'],
    output: one(ok),
    failures: ['not_found', 'wrong_state'],
  }),
}
