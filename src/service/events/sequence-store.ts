import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { lastPublished, type SequenceName } from '../database/sequences.ts'

export async function hasUnpublished(db: Executor): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from events where seq is null)
      or exists (select 1 from events where seq > coalesce(${lastPublished}, 0))
  `.execute(db)
  return rows.length > 0
}

/** Locks the row until the commit, so that only one publisher works at a time. */
export async function lockSequence(tx: Executor, name: SequenceName): Promise<number> {
  const { last } = await tx
    .insertInto('sequences')
    .values({ name, last: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ last: sql<number>`sequences.last` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export const setSequence = (tx: Executor, name: SequenceName, last: number) =>
  tx.updateTable('sequences').set({ last }).where('name', '=', name).execute()

/**
 * Numbers events in the order of their ids. Only PostgreSQL needs this: there an id is assigned
 * before the commit, and a reader that pages by id misses events that commit late. The new numbers
 * follow all earlier ones, including those of the SQLite database that was moved here.
 */
export async function numberEvents(
  tx: Executor,
  { published, limit }: { published: number; limit: number },
): Promise<void> {
  if (dialectOf(tx).isInOrder) return
  const before = Math.max(published, await lockSequence(tx, 'events'))
  const { last } = await tx
    .selectFrom('events')
    .select(({ fn, val }) => fn<number>('greatest', [val(before), fn.max('seq')]).as('last'))
    .executeTakeFirstOrThrow()
  const { numAffectedRows = 0n } = await sql`
    update events set seq = ${last} + waiting.place
    from (
      select id, account_id, created_at, row_number() over (order by id) as place from events
      where seq is null order by id limit ${limit}
    ) as waiting
    where events.id = waiting.id and events.account_id = waiting.account_id
      and events.created_at = waiting.created_at
  `.execute(tx)
  await setSequence(tx, 'events', last + Number(numAffectedRows))
}

/** Returns the count of the next events after a `seq`, at most `limit`, and the last `seq` of them. */
export async function selectNextEvents(tx: Executor, after: number, limit: number) {
  const next = tx
    .selectFrom('events')
    .select('seq')
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
  return tx
    .selectFrom(next.as('next'))
    .select(({ fn }) => [fn.max('seq').as('upTo'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
}
