import * as z from 'zod'
import { problemCodes } from '../../core/problem-codes.ts'
import { as } from '../check.ts'
import { amount, count, email, id, idOrText, instant, instantIn } from './wire.ts'

/** ISO 4217. */
const currency = z.string().regex(/^[A-Z]{3}$/)

const money = z.strictObject({ amount, currency })
const key = z.string().min(1).max(64)
const scalar = z.union([z.string().max(1000), amount, z.boolean(), z.null(), money])
/** An entry of a list, such as a product of an order. */
const entry = z.union([scalar, z.record(key, scalar)])

/** In bytes of JSON. */
const maxPropertiesSize = 8192
const maxProperties = 100

export const eventProperties = z
  .record(key, z.union([scalar, z.array(entry).max(100)]))
  .refine(
    (all) => Object.keys(all).length <= maxProperties,
    as('too_many', { limit: maxProperties }),
  )
  .refine((all) => sizeOf(all) <= maxPropertiesSize, as('too_large', { limit: maxPropertiesSize }))

/** In bytes of JSON. */
const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

export type EventProperties = z.output<typeof eventProperties>
export type PropertyValue = EventProperties[string]

export const eventName = z.string().trim().min(1).max(100)

/** One event of a contact, who is named by address or id. */
export const eventInput = z.strictObject({
  name: eventName,
  email: email.optional(),
  contact_id: idOrText.optional(),
  /** By default now. */
  at: instantIn.optional(),
  value: amount.optional(),
  currency: currency.optional(),
  properties: eventProperties.optional(),
  /** A second event with the same one is not recorded. */
  event_id: z.string().min(1).max(255).optional(),
})

/** The address of an image that records an event: of the contact, or of the one whom a link names. */
export const eventPixelInput = eventInput.pick({ name: true, email: true, contact_id: true })

export const eventPixel = z.object({ ok: z.boolean(), url: z.string() })

export const maxEventsAtOnce = 1000

export const eventRecorded = z.object({
  ok: z.boolean(),
  /** Null if it was recorded before. */
  id: id.nullable(),
  duplicate: z.boolean(),
})

const refusedEvent = z.object({
  index: count,
  code: z.enum(problemCodes),
  field: z.string().optional(),
  message: z.string(),
})

/** recorded + duplicates + errors = events in the request. */
export const eventsRecorded = z.object({
  recorded: count,
  duplicates: count,
  errors: z.array(refusedEvent),
})

export const recordedEvent = z.object({
  id,
  name: z.string(),
  /** Null if the address has left all lists. */
  email: z.string().nullable(),
  at: instant,
  value: z.number().nullable(),
  currency: z.string().nullable(),
  properties: eventProperties,
  campaign_id: id.nullable(),
})

export const listedEvent = recordedEvent.extend({
  /** The cursor of the next page, in either order. */
  cursor: z.string(),
})

export const knownName = z.object({
  name: z.string(),
  count,
  first_at: instant,
  last_at: instant,
})

export const propertyTypes = ['text', 'number', 'boolean', 'date', 'money', 'list'] as const
export type PropertyType = (typeof propertyTypes)[number]

export const knownProperty = z.object({
  event: z.string(),
  /** `total`, or `items[].price` for the entries of a list. */
  property: z.string(),
  type: z.enum(propertyTypes),
})
