import type { Job as Shown } from '../../contract/shapes/job.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Job } from './store.ts'

export function viewOf(job: Job, now: number): Shown {
  const { id, kind, status, params, progress, error } = job
  const { total, processed, created, updated, skipped, failed, found } = progress
  const rate = status === 'running' ? rateOf(job, now) : null
  return {
    id,
    kind,
    status,
    dry_run: params.dry_run === true,
    total,
    processed,
    created,
    updated,
    skipped,
    failed,
    rate: rate && Math.round(rate),
    eta: rate && total !== null ? Math.ceil(Math.max(total - processed, 0) / rate) : null,
    found,
    error,
    created_at: toIsoTime(job.created_at),
    finished_at: toIsoTime(job.finished_at),
  }
}

/** Null until it can be estimated. */
function rateOf({ started_at, progress: { processed } }: Job, now: number): number | null {
  if (started_at === null || processed === 0 || now <= started_at) return null
  return (processed * 1000) / (now - started_at)
}
