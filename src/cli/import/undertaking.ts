import type { Client } from '../../client/client.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context.ts'
import type { ImportJob, Journal } from './journal.ts'
import type { RejectsFile } from './rejects-file.ts'

/** An import that is ready to be carried out, begun or taken up again. */
export interface Undertaking {
  context: Context
  job: ImportJob
  table: Table
  rejects: RejectsFile
  /** Undefined in a dry run. */
  client: Client | undefined
  /** Undefined in a dry run, and for what cannot be read again. */
  journal: Journal | undefined
  concurrency: number
  /** Of the file, when it is known. */
  bytes: number | undefined
}
