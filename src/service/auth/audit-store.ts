import type { Endpoint } from '../../contract/endpoint.ts'
import type { Executor } from '../database/dialect.ts'

export interface Act {
  accountId: number
  actorId: number
  endpoint: Endpoint
  now: number
}

/** Writes down what somebody did to an account below theirs, or in its name. */
export async function recordAct(db: Executor, { accountId, actorId, endpoint, now }: Act) {
  const { method, path } = endpoint
  await db
    .insertInto('audit')
    .values({ account_id: accountId, actor_id: actorId, act: `${method} ${path}`, at: now })
    .execute()
}

export interface ActQuery {
  /** Whose doing it was, or to whom it was done; absent: everybody's. */
  accountId: number | undefined
  /** Milliseconds. */
  since: number
  /** The number behind which it goes on. */
  after: number
  limit: number
}

export type ActRow = Awaited<ReturnType<typeof selectActs>>[number]

/** What was written down, in its order, with the names that they have now. */
export function selectActs(db: Executor, { accountId, since, after, limit }: ActQuery) {
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
