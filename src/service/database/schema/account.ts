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
  /** `suspended` too where an account above it is. */
  status: string
  /** The account whose suspension holds it: itself, or one above. 0: nobody's. */
  suspended_by: Generated<number>
  pass_hash: string
  language: string
  timezone: string
  plan: string
  monthly_sends: number
  contacts_max: number
  /** Kept with every contact that is added or removed, so that the limit is one conditional update. */
  contacts_used: Generated<number>
  /** Requests. */
  rate_per_hour: number
  ai_generations: Generated<number>
  /** Of `monthly_sends`; means nothing once `sends_reset_at` is past. */
  sends_used: Generated<number>
  /** When the month ends that `sends_used` belongs to, in the account's zone. */
  sends_reset_at: Generated<number>
  /** A JSON list. */
  mcp_permissions: Generated<string>
  status_reason: Generated<string>
  /** When nothing was left of an account that is deleted. */
  purged_at: Generated<number | null>
  created_at: number
  updated_at: number
}

/** One token that was given out; `actor_id` is who acts when it is an impersonation. */
export interface SessionRow {
  jti: string
  account_id: number
  actor_id: number | null
  remembered: Bit
  created_at: number
  expires_at: number
  revoked_at: number | null
}

/** What somebody did to an account that is not theirs, or in its name. */
export interface AuditRow {
  id: Generated<number>
  account_id: number
  actor_id: number
  /** The endpoint, as `POST /users/:id/impersonate`. */
  act: string
  at: number
}

/** Secrets of the installation, wrapped by the master key. */
export interface KeyRow {
  id: Generated<number>
  purpose: string
  /** Of a key that signs mail; '' of others. */
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
  /** While the first request is under way; after that it may be taken over. */
  lease_until: number
  status: number | null
  body: string | null
  created_at: number
}

/** Attempts within a window, for the limits that guard guessing. */
export interface CounterRow {
  key: string
  window_start: number
  count: number
}
