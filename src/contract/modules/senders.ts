import * as z from 'zod'
import { endpoint, json, list, one } from '../endpoint.ts'
import { sender, senderCreated, senderInput } from '../shapes/sender.ts'
import { email, flag, pageQuery } from '../shapes/wire.ts'

export const senders = {
  create: endpoint({
    method: 'POST',
    path: '/senders',
    effect: 'create',
    access: 'User',
    shown: true,
    body: json(senderInput),
    output: one(senderCreated),
  }),
  verify: endpoint({
    method: 'POST',
    path: '/senders/verify',
    effect: 'update',
    access: 'User',
    shown: true,
    body: json(
      z.strictObject({
        from_mail: email.optional(),
        code: z
          .string()
          .regex(/^\d{6}$/)
          .optional(),
        token: z.string().max(512).optional(),
        resend: z.boolean().optional(),
      }),
    ),
    output: one(z.object({ status: z.string(), verified: z.boolean() })),
    failures: ['not_found', 'wrong_code', 'code_expired'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/senders',
    effect: 'read',
    access: 'User',
    shown: true,
    query: z.strictObject({ ...pageQuery, recheck: flag.optional() }),
    output: list(sender),
  }),
}
