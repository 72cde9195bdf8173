import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { randomToken } from '../../core/ids.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** A new claim: the process that makes it, and a part of its own. */
export const newClaim = (processId: string): string => `${processId}.${randomToken(12)}`

/**
 * Whether the process that made the claim of a row is dead. A database of one process has no other
 * processes. Claims of earlier versions do not name their process; only their lease can tell.
 */
export function isAbandoned(db: Executor, processId: string): RawBuilder<SqlBool> {
  const { isOneProcess, before, now } = dialectOf(db)
  const maker = before(sql.ref('claim'), '.')
  if (isOneProcess) return sql`(claim is not null and ${maker} <> ${processId})`
  return sql`(claim is not null
    and (${maker} <> claim or lease_until < ${now})
    and not exists (select 1 from processes where id = ${maker} and alive_until > ${now}))`
}

/** The same for claims that have no lease: all name their process. */
export function isOfDead(db: Executor, processId: string): RawBuilder<SqlBool> {
  const { isOneProcess, before, now } = dialectOf(db)
  const maker = before(sql.ref('claim'), '.')
  if (isOneProcess) return sql`${maker} <> ${processId}`
  return sql`not exists (select 1 from processes where id = ${maker} and alive_until > ${now})`
}

/** Whether this process has made the claim of a row. */
export const isMadeBy = (db: Executor, processId: string): RawBuilder<SqlBool> =>
  sql`${dialectOf(db).before(sql.ref('claim'), '.')} = ${processId}`

/** Gives back what is claimed and not sent. It reads the whole queues: claims have no index. */
export async function releaseClaims(db: Executor, claims: readonly string[]): Promise<void> {
  const held = sql`claim in (${sql.join(claims)})`
  for (const queue of ['recipient_queue', 'message_queue'] as const) {
    await sql`
      update ${sql.table(queue)} set claim = null where submitting = 0 and ${held}
    `.execute(db)
  }
  await sql`
    update campaigns set claim = null, lease_until = 0 where status = 'queued' and ${held}
  `.execute(db)
  await sql`
    update deliveries set state = 'pending', claim = null, lease_until = 0
    where state = 'claimed' and ${held}
  `.execute(db)
}
