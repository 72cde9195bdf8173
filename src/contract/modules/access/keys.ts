import * as z from 'zod'
import { endpoint, json, list, one } from '../../endpoint.ts'
import {
  apiKey,
  apiKeyCreated,
  apiKeyInput,
  apiKeyRevoked,
  apiKeyRotation,
} from '../../shapes/key.ts'
import { pageQuery } from '../../shapes/wire.ts'

/** API keys of the account. A key cannot create another, because that one could do more. */
export const keys = {
  list: endpoint({
    method: 'GET',
    path: '/auth/keys',
    effect: 'read',
    access: 'User',
    query: z.strictObject(pageQuery),
    output: list(apiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/auth/keys',
    effect: 'create',
    access: 'User',
    scope: 'session',
    secret: true,
    body: json(apiKeyInput),
    output: one(apiKeyCreated),
    failures: ['already_exists', 'quota_exceeded'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/auth/keys/:key',
    effect: 'destroy',
    access: 'User',
    output: one(apiKeyRevoked),
    failures: ['not_found'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/auth/keys/:key/rotate',
    effect: 'create',
    access: 'User',
    scope: 'session',
    secret: true,
    body: json(apiKeyRotation),
    output: one(apiKeyCreated),
    failures: ['not_found', 'wrong_state', 'quota_exceeded'],
  }),
}
