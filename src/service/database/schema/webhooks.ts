import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface WebhookRow {
  id: Generated<number>
  account_id: number
  url: string
  /** The subscribed event types, as JSON. */
  events: string
  description: string
  enabled: Bit
  /** The signing secrets as JSON, encrypted, the newest first. Older ones have an expiry. */
  secrets: string
  /** Consecutive failed attempts. */
  failures: number
  failing_since: number | null
  /**
   * The automation that owns this webhook through a `webhook` node. Such a webhook is not listed.
   */
  automation_id: number | null
  created_at: number
  updated_at: number
}

/** The delivery of an event to a webhook. */
export interface DeliveryRow {
  id: Generated<number>
  /** 0 for a delivery of an earlier version. */
  account_id: Generated<number>
  webhook_id: number
  event_id: number
  /** 0 for the first delivery; for a replay, the time of the request. */
  replay: number
  state: 'pending' | 'claimed' | 'delivered' | 'failed'
  attempts: number
  next_at: number
  claim: string | null
  lease_until: number
  created_at: number
}

export interface DeliveryAttemptRow {
  /** 0 for an attempt of an earlier version. */
  account_id: Generated<number>
  delivery_id: number
  attempt: number
  at: number
  ms: number
  /** The status of the response; null without a response, and then `error` says why. */
  status: number | null
  error: string | null
  next_at: number | null
}
