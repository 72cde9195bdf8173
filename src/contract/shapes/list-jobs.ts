import * as z from 'zod'
import { tagList } from './contact.ts'
import { flag, webAddress } from './wire.ts'

/** The content types of an import: CSV with any delimiter, an Excel workbook, or NDJSON. */
export const importTypes = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-ndjson',
]

export const exportTypes = [
  'text/csv',
  'application/x-ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

export const importModes = ['upsert', 'insert', 'skip', 'suppress'] as const

export const importQuery = z.strictObject({
  /** `column=field`, once per column. Other columns are mapped by name. */
  map: z.array(z.string().min(3).max(500)).max(500).optional(),
  mode: z.enum(importModes).default('upsert'),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  encoding: z.string().max(40).optional(),
  sheet: z.string().max(255).optional(),
  dry_run: flag.optional(),
  /** Every contact gets the tag. */
  tag: tagList.optional(),
  /** The URL from which the service downloads the file, instead of a body. */
  url: webAddress.optional(),
})

const cleanChecks = [
  'syntax',
  'mx',
  'role',
  'disposable',
  'inactive',
  'hard_bounce',
  'duplicates',
] as const

export type CleanCheck = (typeof cleanChecks)[number]

export const cleanInput = z.strictObject({
  checks: z.array(z.enum(cleanChecks)).min(1).max(cleanChecks.length),
  /** The number of days without engagement after which a mailed contact is inactive. */
  inactive_days: z.int().min(1).max(3650).default(180),
  action: z.enum(['report', 'unsubscribe', 'delete']).default('report'),
})
