import type { Executor } from '../database/dialect.ts'
import type { JobKind, Progress } from './job.ts'

export interface EndedJob {
  accountId: number
  listId: number
  kind: JobKind
  progress: Progress
  now: number
}

/** Work that the service did by itself, for the list's jobs to tell of it. */
export async function insertEndedJob(
  tx: Executor,
  { accountId, listId, kind, progress, now }: EndedJob,
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      account_id: accountId,
      list_id: listId,
      kind,
      status: 'done',
      params: '{}',
      progress: JSON.stringify(progress),
      claim: null,
      lease_until: 0,
      created_at: now,
      started_at: now,
      finished_at: now,
      error: null,
    })
    .execute()
}
