import type { Client } from '../../client/client.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import type { ImportJob, Journal } from './journal.ts'
import type { RejectsFile } from './rejects-file.ts'

/** An import that is ready to run, new or resumed. */
export interface ImportRun {
  context: Context
  job: ImportJob
  table: Table
  rejects: RejectsFile
  /** Undefined in a dry run. */
  client: Client | undefined
  /** Undefined in a dry run and for input that cannot be read again. */
  journal: Journal | undefined
  concurrency: number
  /** The size of the file, if known. */
  bytes: number | undefined
}
