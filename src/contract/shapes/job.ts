import * as z from 'zod'
import { count, id, instant } from './wire.ts'

export const jobKinds = ['import', 'clean', 'bulk'] as const

export const jobStatuses = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const

export const job = z.object({
  id,
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  dry_run: z.boolean(),
  /** An estimate until the whole file was read; null while nothing is known. */
  total: count.nullable(),
  processed: count,
  created: count,
  updated: count,
  skipped: count,
  failed: count,
  /** Rows a second, and the seconds left, while it runs. */
  rate: z.number().nullable(),
  eta: z.number().nullable(),
  /** What was found, by check: a cleaning job's report; of an import, rows that are `duplicates`. */
  found: z.record(z.string(), count),
  error: z.string().nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
})

export type Job = z.output<typeof job>
