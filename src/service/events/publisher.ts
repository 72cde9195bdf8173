import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { insertDeliveries, type NewDelivery, selectListeners } from './deliveries-store.ts'

/** A slice that a writer never notices. */
const mostAtOnce = 1000

const sequence = 'events'

/**
 * Gives events their `seq` in the order in which they were committed: an id is given before the
 * commit, and who reads by ids misses what commits late. In the same transaction each becomes a
 * delivery for every webhook that wants it. Returns how many it published.
 */
export async function publishEvents(db: Executor): Promise<number> {
  if (!(await isAnyUnpublished(db))) return 0
  return db.transaction().execute(async (tx) => {
    const last = await lockSequence(tx)
    const waiting = await tx
      .selectFrom('events')
      .select(['id', 'account_id', 'type', 'created_at'])
      .where('seq', 'is', null)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const { published, deliveries } = await fanOut(tx, waiting)
    const now = Math.max(0, ...published.map(({ created_at }) => created_at))
    await insertDeliveries(tx, deliveries, { replay: 0, now })
    const rows = published.map(({ id }, index) => ({ event_id: id, seq: last + index + 1 }))
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

interface Waiting {
  id: number
  account_id: number
  type: string
  created_at: number
}

/** As many of the events as make no more deliveries than a slice, and these. */
async function fanOut(tx: Executor, waiting: readonly Waiting[]) {
  const published: Waiting[] = []
  const deliveries: NewDelivery[] = []
  if (waiting.length === 0) return { published, deliveries }
  const accounts = new Set(waiting.map(({ account_id }) => account_id))
  const listeners = await selectListeners(tx, [...accounts])
  for (const event of waiting) {
    const listening = listeners.filter(
      ({ accountId, types }) => accountId === event.account_id && types.includes(event.type),
    )
    if (published.length > 0 && deliveries.length + listening.length > mostAtOnce) break
    published.push(event)
    deliveries.push(...listening.map(({ id }) => ({ webhookId: id, eventId: event.id })))
  }
  return { published, deliveries }
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
