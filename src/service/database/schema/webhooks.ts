import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface WebhookRow {
  id: Generated<number>
  account_id: number
  url: string
  /** The types it is told of, as JSON. */
  events: string
  description: string
  enabled: Bit
  /** Those that sign, the newest first, as JSON; each sealed, the older ones with the end of their day. */
  secrets: string
  /** Attempts that failed since the last that did not. */
  failures: number
  failing_since: number | null
  /** The automation whose `webhook` node it is; such a webhook stands in no list. */
  automation_id: number | null
  created_at: number
  updated_at: number
}

/** An event on its way to a webhook, or arrived, or given up. */
export interface DeliveryRow {
  id: Generated<number>
  webhook_id: number
  event_id: number
  /** 0 for the first time; for each time that it was asked for again, the moment of asking. */
  replay: number
  state: 'pending' | 'claimed' | 'delivered' | 'failed'
  attempts: number
  next_at: number
  claim: string | null
  lease_until: number
  created_at: number
}

export interface DeliveryAttemptRow {
  delivery_id: number
  attempt: number
  at: number
  ms: number
  /** Of the answer; null where there was none, which `error` then says why. */
  status: number | null
  error: string | null
  next_at: number | null
}
