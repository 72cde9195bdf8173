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
  /** How often a worker has begun it: one that always dies is given up. */
  attempts: Generated<number>
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** The code of what ended it. */
  error: string | null
}

/** The file of an import, in pieces, until its job has ended. */
export interface UploadRow {
  job_id: number
  position: number
  bytes: Uint8Array
}

/** A row of a file that was not taken: where it stood, its cells, and the problem, as JSON. */
export interface JobRejectRow {
  job_id: number
  line: number
  cells: string
  problem: string
}
