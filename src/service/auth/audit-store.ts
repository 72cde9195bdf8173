import type { Endpoint } from '../../contract/endpoint.ts'
import type { Executor } from '../database/dialect.ts'

interface AuditedAction {
  accountId: number
  actorId: number
  endpoint: Endpoint
  now: number
}

/** The endpoint as the audit log shows it, without the ids of a request. */
export const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Logs an action on an account below the actor's, or in another account's name. */
export async function recordAction(
  db: Executor,
  { accountId, actorId, endpoint, now }: AuditedAction,
) {
  await db
    .insertInto('audit')
    .values({ account_id: accountId, actor_id: actorId, act: routeOf(endpoint), at: now })
    .execute()
}

interface AuditFilter {
  /** The actor or the target. Default: everyone. */
  accountId: number | undefined
  /** Milliseconds. */
  since: number
  /** Continues after this id. */
  after: number
  limit: number
}

export type AuditEntry = Awaited<ReturnType<typeof selectActions>>[number]

/** Returns logged actions in order, with the current user names. */
export function selectActions(db: Executor, { accountId, since, after, limit }: AuditFilter) {
  let acts = db
    .selectFrom('audit')
    .leftJoin('accounts as actors', 'actors.id', 'audit.actor_id')
    .leftJoin('accounts as subjects', 'subjects.id', 'audit.account_id')
    .select([
      'audit.id',
      'audit.at',
      'audit.act',
      'audit.actor_id',
      'audit.account_id',
      'actors.username as actor',
      'subjects.username as account',
    ])
    .where('audit.id', '>', after)
    .where('audit.at', '>=', since)
    .orderBy('audit.id')
    .limit(limit)
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
