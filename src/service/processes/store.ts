import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** Why a process has stopped sending. */
export interface RelayTrouble {
  since: number
  /** The reply of the relay, or the connection error. */
  response: string
}

/** What a process tells the others and its operator about itself. */
export interface ProcessState {
  trouble: RelayTrouble | undefined
  lastResultAt: number
  /** Its messages that wait, and those between `submitting` and their result. */
  queued: number
  inFlight: number
}

interface Beat extends ProcessState {
  id: string
  version: string
  host: string
  pid: number
  now: number
  leaseMs: number
}

/** Shows that a process is alive, for `leaseMs` by the clock of the database. */
export async function recordBeat(db: Executor, beat: Beat): Promise<void> {
  const { id, version, host, pid, now, leaseMs, trouble, lastResultAt, queued, inFlight } = beat
  const state = {
    alive_until: sql<number>`${dialectOf(db).now} + ${sql.lit(leaseMs)}`,
    relay_down_since: trouble?.since ?? null,
    relay_response: trouble?.response ?? null,
    last_result_at: lastResultAt,
    queued,
    in_flight: inFlight,
  }
  await db
    .insertInto('processes')
    .values({ id, version, host, pid, started_at: now, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
}

/** Marks a process as dead, so that the others take over its work at once. */
export const endProcess = (db: Executor, id: string) =>
  db.updateTable('processes').set({ alive_until: 0 }).where('id', '=', id).execute()

/** Returns the ids of the dead processes whose work no other process has taken over yet. */
export async function selectDeadProcesses(db: Executor, own: string): Promise<string[]> {
  const { isOneProcess, now } = dialectOf(db)
  const rows = await db
    .selectFrom('processes')
    .select('id')
    .where('id', '<>', own)
    .where(isOneProcess ? sql<boolean>`true` : sql<boolean>`alive_until < ${now}`)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteProcesses(db: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('processes').where('id', 'in', ids).execute()
}

/** Counts the living processes that run workers, this one included. */
export async function countLiving(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('processes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`alive_until > ${dialectOf(db).now}`)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns the longest trouble with the relay that a living process has. */
export async function findRelayTrouble(db: Executor): Promise<RelayTrouble | undefined> {
  const row = await db
    .selectFrom('processes')
    .select(['relay_down_since as since', 'relay_response as response'])
    .where('relay_down_since', 'is not', null)
    .where(sql<boolean>`alive_until > ${dialectOf(db).now}`)
    .orderBy('relay_down_since')
    .limit(1)
    .executeTakeFirst()
  return row && { since: row.since ?? 0, response: row.response ?? '' }
}
