import type { Generated } from 'kysely'

/** A process of the service. It renews `alive_until` for as long as it is alive. */
export interface ProcessRow {
  id: string
  started_at: number
  /** Of its program. Empty for a process of an earlier version. */
  version: Generated<string>
  /** The machine that it runs on. */
  host: Generated<string>
  pid: Generated<number>
  /** What it does, separated by spaces. Null for a process of an earlier version, which does everything. */
  roles: string | null
  /** Whether it was started to answer requests only, whatever its settings say about roles. */
  on_hold: Generated<number>
  /** 0 for a process of an earlier version, which would pass the mail of sandbox accounts to the relay. */
  keeps_sandbox_mail: Generated<number>
  /** The messages that it has claimed and not yet passed to the relay. */
  queued: Generated<number>
  /** The messages between `submitting` and their result. */
  in_flight: Generated<number>
  /** By the clock of the database. */
  alive_until: number
  /** Since when this process has stopped sending because of the relay. */
  relay_down_since: number | null
  /** The reply of the relay, or the connection error. */
  relay_response: string | null
  /** When this process last wrote the result of a message. */
  last_result_at: number
}

/** A service that uses the installation's keys. It renews `alive_until` for as long as it is alive. */
export interface KeyLeaseRow {
  id: string
  /** By the clock of the database. */
  alive_until: number
}
