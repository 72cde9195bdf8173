import { type RawBuilder, sql } from 'kysely'
import { type ProcessRole, rolesOf } from '../../core/process-roles.ts'
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
  roles: readonly ProcessRole[]
  isOnHold: boolean
  now: number
  leaseMs: number
}

export interface OtherProcesses {
  /** How many living ones send messages. */
  living: number
  /** The ids of the dead processes whose work no other process has taken over yet. */
  dead: string[]
}

/**
 * Shows that a process is alive, for `leaseMs` by the clock of the database, and returns the others. In a
 * database of one process, those are dead.
 */
export async function recordBeat(db: Executor, beat: Beat): Promise<OtherProcesses> {
  const { id, version, host, pid, leaseMs, trouble, lastResultAt, queued, inFlight } = beat
  const { isOneProcess, now } = dialectOf(db)
  const state = {
    alive_until: sql<number>`${now} + ${sql.lit(leaseMs)}`,
    relay_down_since: trouble?.since ?? null,
    relay_response: trouble?.response ?? null,
    last_result_at: lastResultAt,
    queued,
    in_flight: inFlight,
  }
  const insert = db
    .insertInto('processes')
    .values({
      ...{ id, version, host, pid, started_at: beat.now, ...state },
      ...{ roles: beat.roles.join(' '), on_hold: beat.isOnHold ? 1 : 0 },
      keeps_sandbox_mail: 1,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
  if (isOneProcess) {
    await insert.execute()
    const dead = await db.selectFrom('processes').select('id').where('id', '<>', id).execute()
    return { living: 0, dead: dead.map((row) => row.id) }
  }
  // One statement, and one that takes the server little time to plan: of what an idle process asks, this is
  // the most.
  const update = () =>
    db
      .updateTable('processes')
      .set(state)
      .where('id', '=', id)
      .returning(othersThan(id, now).as('others'))
      .executeTakeFirst()
  let row = await update()
  if (!row) {
    // Only a process whose row is there looks at the others: of two that start in the same instant, one sees the
    // other.
    await insert.execute()
    row = await update()
  }
  const others = row?.others ?? []
  return {
    living: others.filter((other) => other === livingSender).length,
    dead: others.flatMap((other) => other || []),
  }
}

/** Takes the place of the id, which nothing needs. */
const livingSender = ''

/**
 * One element for each other process: the id of a dead one, `livingSender`, or null. Those of earlier versions
 * have no roles, and send.
 */
const othersThan = (id: string, now: RawBuilder<number>) => sql<(string | null)[]>`array(
  select case when alive_until < ${now} then id when roles is null or roles like '%sender%' then ${sql.lit(livingSender)} end
  from processes where id <> ${id})`

/** Returns the roles of each living process. */
export async function selectLivingRoles(
  db: Executor,
): Promise<{ roles: readonly ProcessRole[]; isOnHold: boolean }[]> {
  const rows = await db
    .selectFrom('processes')
    .select(['roles', 'on_hold'])
    .where(sql<boolean>`alive_until > ${dialectOf(db).now}`)
    .execute()
  return rows.map(({ roles, on_hold }) => ({ roles: rolesOf(roles), isOnHold: on_hold === 1 }))
}

/**
 * Whether a living process of an earlier version sends. It does not know of sandbox accounts, so it would
 * pass their mail to the relay.
 */
export async function hasOlderSender(db: Executor): Promise<boolean> {
  const found = await db
    .selectFrom('processes')
    .select('id')
    .where('keeps_sandbox_mail', '=', 0)
    .where(sql<boolean>`alive_until > ${dialectOf(db).now}`)
    .where(sql<boolean>`(roles is null or roles like '%sender%')`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks a process as dead, so that the others take over its work at once. */
export const endProcess = (db: Executor, id: string) =>
  db.updateTable('processes').set({ alive_until: 0 }).where('id', '=', id).execute()

export async function deleteProcesses(db: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('processes').where('id', 'in', ids).execute()
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
