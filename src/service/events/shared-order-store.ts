import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { hasUnpublishedShared, lastShared } from '../database/sequences.ts'

export async function hasUnpublished(db: Executor): Promise<boolean> {
  const { rows } = await sql`select 1 where ${hasUnpublishedShared}`.execute(db)
  return rows.length > 0
}

/** Locks the row until the commit, so that only one publisher works on the shared order at a time. */
export async function lockPublished(tx: Executor): Promise<number> {
  const { last } = await tx
    .insertInto('sequences')
    .values({ name: 'deliveries', last: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ last: sql<number>`sequences.last` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** `upTo` is absent when no event of the shared order is left. */
export const setPublished = (tx: Executor, upTo: number | null) =>
  tx
    .updateTable('sequences')
    .set({ last: upTo ?? sql<number>`${lastShared}` })
    .where('name', '=', 'deliveries')
    .execute()

/** Returns the count of the next events after a `seq`, at most `limit`, and the last `seq` of them. */
export async function selectNextEvents(tx: Executor, after: number, limit: number) {
  const next = tx
    .selectFrom('events')
    .select('seq')
    .where('seq', '>', after)
    .where('seq', '<=', lastShared)
    .orderBy('seq')
    .limit(limit)
  return tx
    .selectFrom(next.as('next'))
    .select(({ fn }) => [fn.max('seq').as('upTo'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
}
