import * as z from 'zod'
import { endpoint, json, one } from '../endpoint.ts'
import { flag, instant, success } from '../shapes/wire.ts'

export const auth = {
  getToken: endpoint({
    method: 'POST',
    path: '/auth/getToken',
    effect: 'create',
    access: 'public',
    shown: true,
    secret: true,
    body: json(
      z.strictObject({
        username: z.string().min(1).max(255),
        pass: z.string().min(1).max(1024),
        rememberMe: flag.optional(),
      }),
    ),
    output: one(z.object({ token: z.string(), expires_at: instant })),
    failures: ['bad_credentials', 'suspended', 'not_confirmed'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    effect: 'destroy',
    access: 'User',
    scope: 'any',
    shown: true,
    body: json(z.strictObject({ all: z.boolean().optional() })),
    output: one(success),
  }),
}
