import type { Generated } from 'kysely'

/** An image that an account shows in its messages. */
export interface MediaRow {
  id: Generated<number>
  account_id: number
  /** The name of its public address. */
  public_id: string
  name: string
  /** The content type. */
  type: string
  bytes: number
  width: number
  height: number
  /** Of the bytes that were uploaded, so that the same file is stored once for each width. */
  source_sha256: string
  max_width: number
  created_at: number
  content: Uint8Array
}
