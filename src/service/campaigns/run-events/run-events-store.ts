import { sql } from 'kysely'
import { idsIn } from '../../contacts/store.ts'
import type { Executor } from '../../database/dialect.ts'

/** Returns the events of automation runs, as they are stored. */
export const selectRunEvents = (
  db: Executor,
  runs: readonly number[],
): Promise<{ id: number; events: string | null; properties: string }[]> =>
  db
    .selectFrom('automation_runs')
    .select(['id', 'events', 'properties'])
    .where(sql<boolean>`id in ${idsIn(db, runs)}`)
    .execute()
/** More than the maximum number of steps of a run, so that every step has its own visit number. */
export const visitsPerRun = 1024
