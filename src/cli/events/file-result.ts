import { number, text } from '../command/view.ts'
import { rowSections, type ShownRow } from '../import/shown-rows.ts'
import type { View } from '../output/document.ts'

/** recorded + duplicates + rejected = rows */
export interface EventCounts {
  rows: number
  recorded: number
  duplicates: number
  rejected: number
  /** Rows that were recorded or rejected. */
  processed: number
}

interface FileEnd {
  /** The rejects file. */
  file: string | null
  ms: number
  /** Of a dry run: the first rejected rows. */
  rejects: readonly ShownRow[] | undefined
}

export const resultOf = (
  { rows, recorded, duplicates, rejected }: EventCounts,
  { file, ms, rejects }: FileEnd,
) => ({
  ...(rejects && { dry_run: true as const }),
  rows,
  ...(rejects ? { accepted: rows - rejected } : { recorded, duplicates }),
  rejected,
  rejects_file: file,
  seconds: Math.round(ms / 100) / 10,
  rate: ms > 0 ? Math.round((rows * 1000) / ms) : 0,
  ...(rejects && rejects.length > 0 && { rejects }),
})

export const viewOf = (isDryRun: boolean): View => ({
  fields: [
    number('rows'),
    ...(isDryRun ? ['accepted'] : ['recorded', 'duplicates']).map(number),
    number('rejected'),
    text('rejects_file'),
    number('seconds'),
    number('rate'),
  ],
  sections: isDryRun ? rowSections : [],
})
