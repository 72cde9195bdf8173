import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { type Listener, queueFor, selectListeners } from './deliveries-store.ts'

/** A slice that a writer never notices: of events, and of the deliveries that they become. */
const mostAtOnce = 1000

/** The last number that was given. */
const given = 'events'
/** The number up to which events have become deliveries. */
const queued = 'deliveries'

/** Null until the first has. */
export const lastPublished = sql<
  number | null
>`(select last from sequences where name = ${sql.lit(queued)})`

/**
 * Makes of each event a delivery for every webhook that wants it, in the order in which they were
 * committed. Returns how many events it published.
 */
export async function publishEvents(db: Executor): Promise<number> {
  if (!(await isAnyUnpublished(db))) return 0
  return db.transaction().execute(async (tx) => {
    const last = await lockSequence(tx, queued)
    await numberEvents(tx, last)
    const listeners = await selectListeners(tx, last, mostAtOnce)
    const next = await selectNext(tx, last, Math.ceil(mostAtOnce / mostAsOne(listeners)))
    if (next.upTo === null) return 0
    await queueFor(tx, listeners, { after: last, upTo: next.upTo })
    await setSequence(tx, queued, next.upTo)
    return next.count
  })
}

/** How many deliveries one event can become. */
function mostAsOne(listeners: readonly Listener[]): number {
  const counts = new Map<string, number>()
  for (const { account, type } of listeners) {
    const key = `${account} ${type}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.max(1, ...counts.values())
}

/** The events behind a number, as many as are wanted. */
async function selectNext(tx: Executor, after: number, count: number) {
  const next = tx
    .selectFrom('events')
    .select('seq')
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(count)
  return tx
    .selectFrom(next.as('next'))
    .select(({ fn }) => [fn.max('seq').as('upTo'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
}

/**
 * Where transactions overtake one another an id is given before the commit, and who reads by ids
 * misses what commits late: there numbers are given here, behind all that were given before, also by
 * the SQLite that the database was moved from.
 */
async function numberEvents(tx: Executor, published: number): Promise<void> {
  if (dialectOf(tx).isInOrder) return
  const before = Math.max(published, await lockSequence(tx, given))
  const { last } = await tx
    .selectFrom('events')
    .select(({ fn, val }) => fn<number>('greatest', [val(before), fn.max('seq')]).as('last'))
    .executeTakeFirstOrThrow()
  const { numAffectedRows = 0n } = await sql`
    update events set seq = ${last} + waiting.place
    from (
      select id, row_number() over (order by id) as place from events
      where seq is null order by id limit ${mostAtOnce}
    ) as waiting
    where events.id = waiting.id
  `.execute(tx)
  await setSequence(tx, given, last + Number(numAffectedRows))
}

async function isAnyUnpublished(db: Executor): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from events where seq is null)
      or exists (select 1 from events where seq > coalesce(${lastPublished}, 0))
  `.execute(db)
  return rows.length > 0
}

/** The row stays locked until the commit, so that of many publishers one works at a time. */
async function lockSequence(tx: Executor, name: string): Promise<number> {
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

const setSequence = (tx: Executor, name: string, last: number) =>
  tx.updateTable('sequences').set({ last }).where('name', '=', name).execute()
