import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** A slice that a writer never notices. */
const mostAtOnce = 1000

const sequence = 'events'

/**
 * Gives events their `seq` in the order in which they were committed: an id is given before the
 * commit, and who reads by ids misses what commits late. Returns how many it published.
 */
export async function publishEvents(db: Executor): Promise<number> {
  if (!(await isAnyUnpublished(db))) return 0
  return db.transaction().execute(async (tx) => {
    const last = await lockSequence(tx)
    const waiting = await tx
      .selectFrom('events')
      .select('id')
      .where('seq', 'is', null)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const rows = waiting.map(({ id }, index) => ({ event_id: id, seq: last + index + 1 }))
    const source = dialectOf(tx).records(rows, { event_id: 'int', seq: 'int' })
    await sql`
      update events set seq = r.seq from ${source} as r where events.id = r.event_id
    `.execute(tx)
    await tx
      .updateTable('sequences')
      .set({ last: last + rows.length })
      .where('name', '=', sequence)
      .execute()
    return rows.length
  })
}

async function isAnyUnpublished(db: Executor): Promise<boolean> {
  const row = await db.selectFrom('events').select('id').where('seq', 'is', null).limit(1).execute()
  return row.length > 0
}

/** The row stays locked until the commit, so that of many publishers one works at a time. */
async function lockSequence(tx: Executor): Promise<number> {
  const { last } = await tx
    .insertInto('sequences')
    .values({ name: sequence, last: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ last: sql<number>`sequences.last` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
