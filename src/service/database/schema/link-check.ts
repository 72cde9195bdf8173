/** The last answer of a link or an image of a message. */
export interface LinkCheckRow {
  account_id: number
  /** The address is not stored: it is only looked up. */
  url_hash: string
  status: number | null
  /** Why there was no answer. */
  fault: string | null
  /** The size of an image. */
  bytes: number | null
  /** The width of an image in pixels. */
  width: number | null
  checked_at: number
}
