import type { Generated } from 'kysely'

export interface JobRow {
  id: Generated<number>
  account_id: number
  list_id: number | null
  kind: string
  status: string
  params: string
  progress: string
  claim: string | null
  lease_until: number
  /** How often a worker has started it. A job whose worker dies every time is given up. */
  attempts: Generated<number>
  /** How many errors it met in a row. After each it waits longer. */
  failures: Generated<number>
  /** The size of its file, as declared until it has arrived. */
  upload_bytes: Generated<number>
  /** The size of its rejected rows. */
  reject_bytes: Generated<number>
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** The failure code of a failed job. */
  error: string | null
}

/** A chunk of an import's file, kept until the job ends. */
export interface UploadRow {
  account_id: number
  job_id: number
  position: number
  bytes: Uint8Array
}

/** A rejected row of a file: its line, its cells, and the problem, as JSON. */
export interface JobRejectRow {
  account_id: number
  job_id: number
  line: number
  cells: string
  problem: string
}
