import { type Insertable, sql } from 'kysely'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Executor } from '../database/dialect.ts'
import type { AuditRow } from '../database/schema/account.ts'

/** The endpoint as the audit log shows it, without the ids of a request. */
export const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The actor of what is done without an account. */
export const operatorId = 0

export async function insertAction(db: Executor, action: Insertable<AuditRow>): Promise<void> {
  await db.insertInto('audit').values(action).execute()
}

interface RefusedLogin {
  /** 0: there is no such account. Then the same statement inserts nothing. */
  accountId: number
  ip: string
  isLogged: boolean
  now: number
}

/** Logs a login that was refused, if `isLogged`. Otherwise the same statement inserts nothing. */
export async function insertRefusedLogin(
  db: Executor,
  { accountId, ip, isLogged, now }: RefusedLogin,
): Promise<void> {
  const changes = JSON.stringify([{ field: 'login', before: null, after: 'refused' }])
  await sql`
    insert into audit (account_id, actor_id, act, path, ip, changes, at)
    select id, id, 'POST /auth/getToken', '/auth/getToken', ${ip}, ${changes}, ${now}
    from accounts where id = ${accountId} and cast(${isLogged ? 1 : 0} as int) = 1
  `.execute(db)
}

interface AuditFilter {
  /** The actor or the target. Default: everyone. */
  accountId?: number | undefined
  keyId?: number | undefined
  /** Milliseconds. */
  since?: number | undefined
  until?: number | undefined
  /** Continues after this id. */
  after?: number | undefined
  order?: 'asc' | 'desc'
  limit: number
}

export type AuditEntry = Awaited<ReturnType<typeof selectActions>>[number]

/** Returns logged actions in order, with the current user names. */
export function selectActions(
  db: Executor,
  { accountId, keyId, since, until, after, order = 'asc', limit }: AuditFilter,
) {
  let acts = db
    .selectFrom('audit')
    .leftJoin('accounts as actors', 'actors.id', 'audit.actor_id')
    .leftJoin('accounts as subjects', 'subjects.id', 'audit.account_id')
    .select([
      'audit.id',
      'audit.at',
      'audit.act',
      'audit.path',
      'audit.new_id',
      'audit.actor_id',
      'audit.account_id',
      'audit.key_id',
      'audit.key_name',
      'audit.client',
      'audit.ip',
      'audit.changes',
      'actors.username as actor',
      'subjects.username as account',
    ])
    .orderBy('audit.id', order)
    .limit(limit)
  if (after !== undefined) acts = acts.where('audit.id', order === 'asc' ? '>' : '<', after)
  if (since !== undefined) acts = acts.where('audit.at', '>=', since)
  if (until !== undefined) acts = acts.where('audit.at', '<', until)
  if (keyId !== undefined) acts = acts.where('audit.key_id', '=', keyId)
  if (accountId !== undefined) {
    acts = acts.where((where) =>
      where.or([
        where('audit.account_id', '=', accountId),
        where('audit.actor_id', '=', accountId),
      ]),
    )
  }
  return acts.execute()
}
