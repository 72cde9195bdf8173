import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'
import { retentionMs } from '../retention.ts'

/** Deletes jobs that ended long ago, and the rows they refused, a slice at a time. */
export async function purgeJobs(db: Executor, now: number): Promise<void> {
  const deadline = now - retentionMs.jobs
  await whileMore(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from job_rejects where (job_id, line) in (
        select r.job_id, r.line from job_rejects r
        left join jobs j on j.id = r.job_id
        where j.id is null or j.finished_at < ${deadline}
        limit ${sliceSize}
      )
    `.execute(db)
    return numAffectedRows > 0n
  })
  await whileMore(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from jobs where id in (
        select id from jobs where finished_at < ${deadline} limit ${sliceSize}
      )
    `.execute(db)
    return numAffectedRows > 0n
  })
}
