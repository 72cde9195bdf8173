import * as z from 'zod'
import { endpoint, list, one } from '../../endpoint.ts'
import { app, appRevoked } from '../../shapes/key.ts'
import { pageQuery } from '../../shapes/wire.ts'

/** Assistants that the user has connected. They are added on the consent page only. */
export const apps = {
  list: endpoint({
    method: 'GET',
    path: '/auth/apps',
    effect: 'read',
    access: 'User',
    query: z.strictObject(pageQuery),
    output: list(app),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/auth/apps/:app',
    effect: 'destroy',
    access: 'User',
    output: one(appRevoked),
    failures: ['not_found'],
  }),
}
