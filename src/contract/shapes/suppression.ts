import * as z from 'zod'
import { problemCodes } from '../../core/problem-codes.ts'
import { count, email, id, instant } from './wire.ts'

export const suppressionTypes = ['bounce', 'unsubscribe', 'complaint', 'manual'] as const

/** What a suppression of a submitted contact applies to: all lists of the account, or one list. */
export const suppressionScopes = ['account', 'list'] as const

/**
 * What a suppression applies to. `new_subscriptions`: the address cannot be added to a list, but mail
 * of lists that it is on goes on. `tests`: test messages.
 */
export const shownScopes = ['account', 'list', 'new_subscriptions', 'tests'] as const

export const suppression = z.object({
  id,
  /** Null: of no list, see `scope`. */
  list_id: id.nullable(),
  scope: z.enum(shownScopes),
  /** Null for an erased person, of whom only a keyed hash is stored. */
  email: z.string().nullable(),
  type: z.enum(suppressionTypes),
  reason: z.string().nullable(),
  diagnostic: z.string().nullable(),
  campaign_id: id.nullable(),
  at: instant,
})

export const maxSuppressionsAtOnce = 5000

/** An address of a batch. A bounce or complaint always applies to the whole account. */
export const suppressionInput = z.strictObject({
  email,
  type: z.enum(suppressionTypes).default('manual'),
  reason: z.string().max(500).optional(),
  /** Only without a list. */
  scope: z.enum(['account', 'new_subscriptions']).optional(),
})

/** added + unchanged + errors = rows in the request. */
export const suppressionsWritten = z.object({
  added: count,
  unchanged: count,
  /** The contacts that get no mail any more. */
  contacts: count,
  errors: z.array(
    z.object({
      index: count,
      email: z.string(),
      code: z.enum(problemCodes),
      field: z.string().optional(),
      message: z.string(),
    }),
  ),
})

export const suppressionLift = z.strictObject({
  email,
  list_id: id.optional(),
  /** Kept, with who gave it. */
  reason: z.string().trim().min(1).max(500),
})

export const suppressionLifted = z.object({
  ok: z.boolean(),
  lifted: count,
  /** The bounced contacts that are mailed again. */
  contacts: count,
})

/** A suppression that an operator lifted, and why. */
export const liftedSuppression = z.object({
  /** Null: for the whole account. */
  list_id: id.nullable(),
  email: z.string().nullable(),
  type: z.enum(suppressionTypes),
  at: instant,
  lifted_at: instant,
  lifted_reason: z.string(),
})
