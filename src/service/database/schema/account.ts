import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface AccountRow {
  id: Generated<number>
  parent_id: number | null
  username: string
  username_key: string
  email: string
  nombre: string
  role: string
  /** Also `suspended` when an account above is suspended. */
  status: string
  /** The account whose suspension applies: this one, or one above. 0: none. */
  suspended_by: Generated<number>
  pass_hash: string
  language: string
  timezone: string
  plan: string
  monthly_sends: number
  contacts_max: number
  /**
   * Updated with every contact that is added or removed, so that the limit is one conditional
   * update.
   */
  contacts_used: Generated<number>
  /** Requests. */
  rate_per_hour: number
  ai_generations: Generated<number>
  /** Out of `monthly_sends`. Without meaning once `sends_reset_at` has passed. */
  sends_used: Generated<number>
  /** The end of the month that `sends_used` counts, in the account's time zone. */
  sends_reset_at: Generated<number>
  /** A JSON list. */
  mcp_permissions: Generated<string>
  /** Whether its lists may name `*`, so that scripts of any site may call their public routes. */
  any_form_origin: Generated<Bit>
  /** Whether its mail goes to an inbox of its own and not to the relay. */
  is_sandbox: Generated<Bit>
  status_reason: Generated<string>
  /**
   * When its owner resumed automations in spite of the figures of the account. Then only later ones count: those of
   * that day are `reputation_base`, as JSON, which is empty until they are read.
   */
  reputation_accepted_at: Generated<number | null>
  reputation_base: Generated<string | null>
  /** When the last rows of a deleted account were deleted. */
  purged_at: Generated<number | null>
  created_at: number
  updated_at: number
}

/** An issued token. `actor_id` is the impersonator. */
export interface SessionRow {
  jti: string
  account_id: number
  actor_id: number | null
  remembered: Bit
  created_at: number
  expires_at: number
  revoked_at: number | null
}

/** A network from which the account has logged in. Attempts from others are limited together. */
export interface LoginNetworkRow {
  account_id: number
  /** A keyed hash, so that the table is no list of where people are. */
  network: string
  seen_at: number
}

/** A key with which programs use the API in the name of the account. */
export interface ApiKeyRow {
  id: Generated<number>
  account_id: number
  name: string
  /** The first characters of the key, to recognise it. */
  prefix: string
  /** SHA-256 of the key, which itself is not kept. */
  hash: string
  /** Separated by spaces, as in OAuth. */
  scopes: string
  created_at: number
  /** Null: it has no end. A revoked key ends when it is revoked. */
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
  replaced_by: number | null
}

/** A code with which one person may sign up. */
export interface InviteRow {
  id: Generated<number>
  /** Who made it. */
  account_id: number
  /** SHA-256 of the code, which itself is not kept. */
  hash: string
  created_at: number
  expires_at: number
  used_at: Generated<number | null>
  /** The account that it was used for. */
  used_by: Generated<number | null>
}

/** A code with which a person who has forgotten the password sets a new one. */
export interface PasswordResetRow {
  id: Generated<number>
  account_id: number
  /** SHA-256 of the code, which itself is not kept. */
  hash: string
  created_at: number
  expires_at: number
  used_at: Generated<number | null>
}

/** What was changed, sent or deleted, and what was read in another account's name. */
export interface AuditRow {
  id: Generated<number>
  /** The account in which it was done. */
  account_id: number
  actor_id: number
  /** The endpoint, as `POST /users/:id/impersonate`. */
  act: string
  /** The path with its ids. */
  path: Generated<string | null>
  new_id: Generated<number | null>
  key_id: Generated<number | null>
  /** The name and the prefix of the key at that time, or the name and the host of the assistant. */
  key_name: Generated<string | null>
  /** The program, as it named itself. */
  client: Generated<string | null>
  ip: Generated<string | null>
  /** A JSON list of fields with their values before and after. */
  changes: Generated<string | null>
  at: number
}

/** Secrets of the installation, encrypted with the master key. */
export interface KeyRow {
  id: Generated<number>
  purpose: string
  /** The DKIM selector of a key that signs mail; empty for other keys. */
  selector: Generated<string>
  secret: string
  created_at: number
  retired_at: number | null
}

export interface IdempotencyRow {
  account_id: number
  route: string
  key: string
  body_hash: string
  /** Until then the first request is running. Afterwards another may take over. */
  lease_until: number
  status: number | null
  /** The answer; null with a status: it was too large to be kept. */
  body: string | null
  created_at: number
}

/** Attempts within a window, for the limits against guessing. */
export interface CounterRow {
  key: string
  window_start: number
  count: number
}
