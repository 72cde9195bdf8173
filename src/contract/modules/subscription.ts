import * as z from 'zod'
import { endpoint, json, one } from '../endpoint.ts'
import { subscriber, subscriberEdit } from '../shapes/subscription.ts'
import { success } from '../shapes/wire.ts'

export const subscription = {
  get: endpoint({
    method: 'GET',
    path: '/subscription/:xsid',
    effect: 'read',
    access: 'public',
    forVisitors: true,
    shown: true,
    output: one(subscriber),
    failures: ['not_found', 'unsubscribed'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/subscription/:xsid',
    effect: 'update',
    access: 'public',
    forVisitors: true,
    shown: true,
    body: json(subscriberEdit),
    output: one(success),
    failures: ['not_found', 'unsubscribed'],
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/subscription/:xsid',
    effect: 'destroy',
    access: 'public',
    forVisitors: true,
    shown: true,
    query: z.object({ spam: z.string().optional() }),
    body: json(z.object({ reason: z.string().max(1000).optional() })),
    output: one(success),
    failures: ['not_found', 'unsubscribed'],
  }),
}
