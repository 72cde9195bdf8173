import type { importModes } from '../../contract/shapes/list-jobs.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import type { OpenOptions } from '../../tabular/open-table.ts'
import type { SharedParams } from '../jobs/store.ts'

/** The parameters of an import, as stored in its job. */
export interface ImportParams extends Required<SharedParams> {
  mode: (typeof importModes)[number]
  /** The column mapping, computed at upload: the list's fields may change while the job waits. */
  mapping: Mapping
  /** The reading options given by the user. */
  reading: OpenOptions
  /** Every contact gets them. Absent in a job of an earlier version. */
  tags?: readonly string[]
  /** The size of the file. */
  bytes: number
}
