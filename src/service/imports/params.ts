import type { importModes } from '../../contract/shapes/list-work.ts'
import type { Language } from '../../core/language.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import type { OpenOptions } from '../../tabular/open-table.ts'
import type { SharedParams } from '../jobs/store.ts'

/** What an import was asked to do, as its job keeps it. */
export interface ImportParams extends Required<SharedParams> {
  mode: (typeof importModes)[number]
  /** As it was worked out when the file came: the list's fields may change while it waits. */
  mapping: Mapping
  /** How the file is to be read, where that was said. */
  reading: OpenOptions
  /** The length of the file. */
  bytes: number
  /** Of the mails that ask newcomers. */
  language: Language
}
