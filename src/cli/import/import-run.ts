import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import type { ImportJob, Journal } from './journal.ts'
import type { Rehearsal } from './rehearsal.ts'
import type { RejectsFile } from './rejects-file.ts'
import type { BatchSender } from './send-batch.ts'
import type { ShownRow } from './shown-rows.ts'

/** An import that is ready to run, new or resumed. */
export interface ImportRun {
  context: Context
  job: ImportJob
  table: Table
  rejects: RejectsFile
  sender: BatchSender
  /** The sender of a dry run, which sends nothing. */
  rehearsal?: Rehearsal | undefined
  /** The first rejected rows of a dry run, once it has ended. */
  firstRejects?: readonly ShownRow[]
  /** Undefined in a dry run and for input that cannot be read again. */
  journal: Journal | undefined
  concurrency: number
  /** The size of the file, if known. */
  bytes: number | undefined
}
