import * as z from 'zod'
import { endpoint, list, one } from '../endpoint.ts'
import { inboxMessage, inboxMessageWhole } from '../shapes/account/inbox.ts'
import { pageQuery } from '../shapes/wire.ts'

/** The mail of an account that is a sandbox. Nobody else got it. */
export const inbox = {
  list: endpoint({
    method: 'GET',
    path: '/inbox',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ ...pageQuery, to: z.string().max(320).optional() }),
    output: list(inboxMessage),
  }),
  get: endpoint({
    method: 'GET',
    path: '/inbox/:message',
    effect: 'read',
    access: 'User',
    output: one(inboxMessageWhole),
    failures: ['not_found'],
  }),
}
