import * as z from 'zod'
import { id, instant, instantIn, ok } from './wire.ts'

/** Sets of scopes for a usual purpose. */
const keyPresets = ['read', 'draft', 'act', 'import-only'] as const
export type KeyPreset = (typeof keyPresets)[number]

/** After a rotation the old key works for a week at most. */
const maxGraceHours = 168
const defaultGraceHours = 24

const scope = z.string().max(64)

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the key, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  created_at: instant,
  /** Null: it has no end. */
  expires_at: instant.nullable(),
  last_used_at: instant.nullable(),
  /** The key that a rotation has put in its place. */
  replaced_by: id.nullable(),
})

/** The preset and the scopes add up. */
export const apiKeyInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  preset: z.enum(keyPresets).optional(),
  scopes: z.array(scope).max(200).optional(),
  expires_at: instantIn.nullable().optional(),
})

export const apiKeyRotation = z.strictObject({
  /** How long the old key still works. */
  grace_hours: z.int().min(0).max(maxGraceHours).default(defaultGraceHours),
  /** Default: after as long a time as the old key was valid for. */
  expires_at: instantIn.nullable().optional(),
})

/** The only answer with the key itself. */
export const apiKeyCreated = apiKey.extend({ key: z.string() })

export const apiKeyRevoked = ok.extend({ id })

/** An assistant that a user has connected by OAuth. */
export const app = z.object({
  id,
  /** The name that the assistant has chosen. */
  name: z.string(),
  /** Its own host, or where the user's browser was sent back to. */
  site: z.string(),
  scopes: z.array(z.string()),
  created_at: instant,
  /** Later with each use. */
  expires_at: instant,
  last_used_at: instant.nullable(),
})

export const appRevoked = ok.extend({ id })
