import * as z from 'zod'
import { count, id, instant } from './wire.ts'

export const jobKinds = ['import', 'clean', 'bulk'] as const

export const jobStatuses = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const

export const job = z.object({
  id,
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  dry_run: z.boolean(),
  /** An estimate until the whole file was read; null if unknown. */
  total: count.nullable(),
  processed: count,
  created: count,
  updated: count,
  skipped: count,
  failed: count,
  /** Rows per second, and the seconds left, while the job runs. */
  rate: z.number().nullable(),
  eta: z.number().nullable(),
  /**
   * The result of each check of a cleaning job; for an import, the `duplicates`, and the contacts that
   * were kept as `unsubscribed`, `bounced` and so on.
   */
  found: z.record(z.string(), count),
  error: z.string().nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
})

export type Job = z.output<typeof job>
