import * as z from 'zod'
import { endpoint, list } from '../endpoint.ts'
import { accountEventTypes } from '../events.ts'
import { accountEvent } from '../shapes/dashboard.ts'
import { id, instantIn, pageQuery } from '../shapes/wire.ts'

export const events = {
  list: endpoint({
    method: 'GET',
    path: '/dashboard/events',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject({
      ...pageQuery,
      type: z.string().max(64).meta({ choices: accountEventTypes }).optional(),
      from: instantIn.optional(),
      to: instantIn.optional(),
      contact_id: id.optional(),
      campaign_id: id.optional(),
      webhook_id: id.optional(),
    }),
    output: list(accountEvent),
  }),
}
