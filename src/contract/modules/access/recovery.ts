import { endpoint, json, one } from '../../endpoint.ts'
import { forgotInput, resetInput } from '../../shapes/user.ts'
import { ok } from '../../shapes/wire.ts'

/** A new password for a person who has forgotten the old one. */
export const recovery = {
  forgot: endpoint({
    method: 'POST',
    path: '/auth/forgotPassword',
    effect: 'create',
    access: 'public',
    secret: true,
    body: json(forgotInput),
    output: one(ok),
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/resetPassword',
    effect: 'update',
    access: 'public',
    secret: true,
    body: json(resetInput),
    output: one(ok),
    failures: ['reset_refused'],
  }),
}
