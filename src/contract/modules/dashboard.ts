import * as z from 'zod'
import { endpoint, list, one } from '../endpoint.ts'
import {
  accountStats,
  domainHealth,
  dashboard as shape,
  statsInterval,
} from '../shapes/dashboard.ts'
import { instantIn, pageQuery, zone } from '../shapes/wire.ts'

const period = { from: instantIn.optional(), to: instantIn.optional() }

export const dashboard = {
  show: endpoint({
    method: 'GET',
    path: '/dashboard',
    effect: 'read',
    access: 'User',
    shown: true,
    output: one(shape),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/dashboard/stats',
    effect: 'read',
    access: 'User',
    shown: true,
    expensive: true,
    query: z.strictObject({
      ...period,
      interval: statsInterval.default('day'),
      timezone: zone.optional(),
    }),
    output: one(accountStats),
  }),
  deliverability: endpoint({
    method: 'GET',
    path: '/dashboard/deliverability',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject({ ...pageQuery, ...period }),
    output: list(domainHealth),
  }),
}
