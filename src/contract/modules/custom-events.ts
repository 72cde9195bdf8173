import * as z from 'zod'
import { endpoint, json, list, one, rows } from '../endpoint.ts'
import {
  eventInput,
  eventName,
  eventPixel,
  eventPixelInput,
  eventRecorded,
  eventsRecorded,
  knownName,
  knownProperty,
  listedEvent,
  maxEventsAtOnce,
} from '../shapes/custom-event.ts'
import { count, email, id, instantIn, pageQuery } from '../shapes/wire.ts'

/** What contacts do elsewhere: a purchase in a shop, a login in an application. */
export const customEvents = {
  send: endpoint({
    method: 'POST',
    path: '/events',
    effect: 'create',
    // Automations that it starts send mail.
    repeats: 'once',
    access: 'User',
    scope: 'events:write',
    expensive: true,
    body: rows('events', eventInput, { rest: z.strictObject({}), max: maxEventsAtOnce }),
    output: one(z.union([eventRecorded, eventsRecorded])),
    failures: ['quota_exceeded', 'storage_exceeded'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/events',
    effect: 'read',
    access: 'User',
    scope: 'events:read',
    expensive: true,
    query: z.strictObject({
      ...pageQuery,
      name: eventName.optional(),
      email: email.optional(),
      contact_id: id.optional(),
      from: instantIn.optional(),
      to: instantIn.optional(),
      after_id: count.optional(),
    }),
    output: list(listedEvent),
  }),
  names: endpoint({
    method: 'GET',
    path: '/events/names',
    effect: 'read',
    access: 'User',
    scope: 'events:read',
    query: z.strictObject(pageQuery),
    output: list(knownName),
  }),
  properties: endpoint({
    method: 'GET',
    path: '/events/properties',
    effect: 'read',
    access: 'User',
    scope: 'events:read',
    query: z.strictObject({ ...pageQuery, name: eventName.optional() }),
    output: list(knownProperty),
  }),
  pixel: endpoint({
    method: 'POST',
    path: '/events/pixel',
    effect: 'create',
    repeats: 'unrecorded',
    access: 'User',
    scope: 'events:write',
    body: json(eventPixelInput),
    output: one(eventPixel),
  }),
}
