import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'

export interface IdempotencyKey {
  account: number
  route: string
  key: string
  bodyHash: string
}

/** Longer than any request runs: after it, a key whose process died may be taken over. */
const leaseMs = 120_000

/** Undefined: the key is ours now, go on. Otherwise what the first request was answered. */
export async function claimKey(db: Executor, claim: IdempotencyKey, now: number) {
  const inserted = await db
    .insertInto('idempotency')
    .values({
      account_id: claim.account,
      route: claim.route,
      key: claim.key,
      body_hash: claim.bodyHash,
      lease_until: now + leaseMs,
      status: null,
      body: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'route', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return undefined
  const first = await own(db.selectFrom('idempotency').selectAll(), claim).executeTakeFirst()
  if (!first) throw inFlight()
  if (first.body_hash !== claim.bodyHash) throw new Failure('idempotency_mismatch')
  if (first.status !== null) return { status: first.status, body: JSON.parse(first.body ?? 'null') }
  const taken = await own(db.updateTable('idempotency').set({ lease_until: now + leaseMs }), claim)
    .where('lease_until', '<', now)
    .where('status', 'is', null)
    .returning('key')
    .executeTakeFirst()
  if (!taken) throw inFlight()
  return undefined
}

const inFlight = () => new Failure('idempotency_in_flight', { retryAfterSeconds: 2 })

export async function keepAnswer(
  db: Executor,
  claim: IdempotencyKey,
  status: number,
  body: string,
): Promise<void> {
  await own(db.updateTable('idempotency').set({ status, body }), claim).execute()
}

export async function releaseKey(db: Executor, claim: IdempotencyKey): Promise<void> {
  await own(db.deleteFrom('idempotency'), claim).where('status', 'is', null).execute()
}

interface Filtered<Q> {
  where(column: 'account_id' | 'route' | 'key', operator: '=', value: number | string): Q
}

const own = <Q extends Filtered<Q>>(query: Q, { account, route, key }: IdempotencyKey): Q =>
  query.where('account_id', '=', account).where('route', '=', route).where('key', '=', key)
