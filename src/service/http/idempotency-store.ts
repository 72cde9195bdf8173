import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'

export interface IdempotencyKey {
  account: number
  route: string
  key: string
  bodyHash: string
  /** Until then nobody else may take the key; by it the one who did is known. */
  leaseUntil: number
}

/** Longer than most requests run: after it, a key whose process died may be taken over. */
export const leaseMs = 120_000

/** Undefined: the key is ours now, go on. Otherwise what the first request was answered. */
export async function claimKey(db: Executor, claim: IdempotencyKey, now: number) {
  const inserted = await db
    .insertInto('idempotency')
    .values({
      account_id: claim.account,
      route: claim.route,
      key: claim.key,
      body_hash: claim.bodyHash,
      lease_until: claim.leaseUntil,
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
  const taken = await own(
    db.updateTable('idempotency').set({ lease_until: claim.leaseUntil }),
    claim,
  )
    .where('lease_until', '<', now)
    .where('status', 'is', null)
    .returning('key')
    .executeTakeFirst()
  if (!taken) throw inFlight()
  return undefined
}

const inFlight = () => new Failure('idempotency_in_flight', { retryAfterSeconds: 2 })

/** Throws idempotency_in_flight when the request took so long that another has taken its key over. */
export async function keepAnswer(
  db: Executor,
  claim: IdempotencyKey,
  status: number,
  body: string,
): Promise<void> {
  const kept = await own(db.updateTable('idempotency').set({ status, body }), claim)
    .where('lease_until', '=', claim.leaseUntil)
    .returning('key')
    .executeTakeFirst()
  if (!kept) throw inFlight()
}

export async function releaseKey(db: Executor, claim: IdempotencyKey): Promise<void> {
  await own(db.deleteFrom('idempotency'), claim)
    .where('status', 'is', null)
    .where('lease_until', '=', claim.leaseUntil)
    .execute()
}

interface Filtered<Q> {
  where(column: 'account_id' | 'route' | 'key', operator: '=', value: number | string): Q
}

const own = <Q extends Filtered<Q>>(query: Q, { account, route, key }: IdempotencyKey): Q =>
  query.where('account_id', '=', account).where('route', '=', route).where('key', '=', key)

/** Of a process that is dead: what it had begun and not committed may be done at once by another. */
export async function releaseAbandoned(db: Executor): Promise<void> {
  await db.deleteFrom('idempotency').where('status', 'is', null).execute()
}
