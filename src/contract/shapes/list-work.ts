import * as z from 'zod'
import { flag, webAddress } from './wire.ts'

/** What an import may be: CSV in any delimiter, or an Excel workbook. */
export const importTypes = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

export const exportTypes = [
  'text/csv',
  'application/x-ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

export const importModes = ['upsert', 'insert', 'skip', 'suppress'] as const

export const importQuery = z.strictObject({
  /** `column=field`, once per column; other columns map by their names. */
  map: z.array(z.string().min(3).max(500)).max(500).optional(),
  mode: z.enum(importModes).default('upsert'),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  encoding: z.string().max(40).optional(),
  sheet: z.string().max(255).optional(),
  dry_run: flag.optional(),
  /** Where the service fetches the file; the body is empty then. */
  url: webAddress.optional(),
})

export const cleanChecks = [
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
  /** How long somebody who was sent mail may be still. */
  inactive_days: z.int().min(1).max(3650).default(180),
  action: z.enum(['report', 'unsubscribe', 'delete']).default('report'),
})
