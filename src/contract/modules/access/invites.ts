import { endpoint, json, one } from '../../endpoint.ts'
import { inviteCreated, inviteInput } from '../../shapes/user.ts'

/** Codes with which people sign up where not everyone may. */
export const invites = {
  create: endpoint({
    method: 'POST',
    path: '/invites',
    effect: 'create',
    access: 'Admin',
    scope: 'session',
    secret: true,
    body: json(inviteInput),
    output: one(inviteCreated),
    failures: ['sign_up_closed', 'quota_exceeded'],
  }),
}
