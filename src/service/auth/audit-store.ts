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
