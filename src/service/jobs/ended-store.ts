import type { Executor } from '../database/dialect.ts'
import type { JobKind, Progress } from './store.ts'

interface FinishedJob {
  accountId: number
  listId: number
  kind: JobKind
  progress: Progress
  now: number
}

/**
 * Inserts a finished job for work that the service did by itself, so that it appears among the
 * list's jobs.
 */
export async function insertFinishedJob(
  tx: Executor,
  { accountId, listId, kind, progress, now }: FinishedJob,
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
