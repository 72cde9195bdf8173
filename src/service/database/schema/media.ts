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
  /** Empty if the bytes are elsewhere. */
  content: Uint8Array
  /** The address of the storage outside of the database that has the bytes. */
  stored_in: string | null
}

/** Bytes outside of the database that no image has any more, or that belong to an upload that runs. */
export interface MediaRemovalRow {
  account_id: number
  stored_in: string
  name: string
  remove_at: number
  attempts: number
}
