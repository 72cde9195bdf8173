/** A process that runs workers. It renews `alive_until` for as long as it is alive. */
export interface ProcessRow {
  id: string
  started_at: number
  /** By the clock of the database. */
  alive_until: number
  /** Since when this process has stopped sending because of the relay. */
  relay_down_since: number | null
  /** The reply of the relay, or the connection error. */
  relay_response: string | null
  /** When this process last wrote the result of a message. */
  last_result_at: number
}
