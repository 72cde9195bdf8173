import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'

/** The runs of an automation that is deleted, with the steps they made, in slices. */
export const sweepRuns = (db: Executor, automationId: number): Promise<void> =>
  whileMore(() =>
    db.transaction().execute(async (tx) => {
      const runs = await tx
        .selectFrom('automation_runs')
        .select('id')
        .where('automation_id', '=', automationId)
        .limit(sliceSize)
        .execute()
      if (runs.length === 0) return false
      const ids = runs.map(({ id }) => id)
      await tx.deleteFrom('automation_steps').where('run_id', 'in', ids).execute()
      await tx.deleteFrom('automation_runs').where('id', 'in', ids).execute()
      return runs.length === sliceSize
    }),
  )

/** What a process that died in the middle of it left behind. */
export async function sweepGoneAutomations({
  db,
  reader,
}: {
  db: Executor
  reader: Executor
}): Promise<void> {
  const gone = await reader
    .selectFrom('automation_runs')
    .select('automation_id')
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('automations')
            .select('automations.id')
            .whereRef('automations.id', '=', 'automation_runs.automation_id'),
        ),
      ),
    )
    .execute()
  for (const { automation_id } of gone) await sweepRuns(db, automation_id)
}
