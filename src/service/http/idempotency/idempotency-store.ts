import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'

export interface IdempotencyKey {
  account: number
  route: string
  key: string
  bodyHash: string
  takenAt: number
  /** Until then the key is taken. The time also identifies the request that took it. */
  leaseUntil: number
}

/** Longer than most requests take. Afterwards, the key of a dead process may be taken over. */
export const leaseMs = 120_000

/** The answer to the first request with a key. */
export interface FirstAnswer {
  status: number
  body: unknown
}

/** Takes a key for a request. Returns false if a request has it or had it. */
export const takeKey = (db: Executor, claim: IdempotencyKey): Promise<boolean> =>
  insertKey(db, claim, { status: null, body: null })

async function insertKey(
  db: Executor,
  claim: IdempotencyKey,
  answer: { status: number | null; body: string | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency')
    .values({
      account_id: claim.account,
      route: claim.route,
      key: claim.key,
      body_hash: claim.bodyHash,
      lease_until: claim.leaseUntil,
      ...answer,
      created_at: claim.takenAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'route', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Returns the answer to the first request, or undefined if there is none yet. Throws
 * idempotency_mismatch, and answer_too_large if it was not kept: the work is done and must not be done
 * again.
 */
export async function selectAnswer(
  db: Executor,
  claim: IdempotencyKey,
): Promise<FirstAnswer | undefined> {
  const first = await ofKey(db.selectFrom('idempotency').selectAll(), claim).executeTakeFirst()
  if (!first) return undefined
  if (first.body_hash !== claim.bodyHash) throw new Failure('idempotency_mismatch')
  if (first.status === null) return undefined
  if (first.body !== null) return { status: first.status, body: JSON.parse(first.body) }
  throw new Failure('answer_too_large', { values: { status: first.status } })
}

/** Takes over the key of a request whose lease has expired. Throws idempotency_in_flight if it has not. */
export async function takeOverKey(db: Executor, claim: IdempotencyKey): Promise<void> {
  const claimed = await ofKey(
    db.updateTable('idempotency').set({ lease_until: claim.leaseUntil }),
    claim,
  )
    .where('lease_until', '<', claim.takenAt)
    .where('status', 'is', null)
    .returning('key')
    .executeTakeFirst()
  if (!claimed) throw inFlight()
}

export const inFlight = (): Failure =>
  new Failure('idempotency_in_flight', { retryAfterSeconds: 2 })

/**
 * Saves that the work is done, and its answer unless that is too large. Throws idempotency_in_flight if the request took so long that another one has taken over its key.
 */
export async function saveAnswer(
  db: Executor,
  claim: IdempotencyKey,
  status: number,
  body: string | null,
): Promise<void> {
  const saved = await ofKey(db.updateTable('idempotency').set({ status, body }), claim)
    .where('lease_until', '=', claim.leaseUntil)
    .returning('key')
    .executeTakeFirst()
  if (!saved) throw inFlight()
}

/** Saves the same of a request whose key is not in the database yet. */
export async function saveKeyWithAnswer(
  db: Executor,
  claim: IdempotencyKey,
  status: number,
  body: string | null,
): Promise<void> {
  if (!(await insertKey(db, claim, { status, body }))) throw inFlight()
}

export async function releaseKey(db: Executor, claim: IdempotencyKey): Promise<void> {
  await ofKey(db.deleteFrom('idempotency'), claim)
    .where('status', 'is', null)
    .where('lease_until', '=', claim.leaseUntil)
    .execute()
}

interface Filtered<Q> {
  where(column: 'account_id' | 'route' | 'key', operator: '=', value: number | string): Q
}

const ofKey = <Q extends Filtered<Q>>(query: Q, { account, route, key }: IdempotencyKey): Q =>
  query.where('account_id', '=', account).where('route', '=', route).where('key', '=', key)

/** Deletes the keys of a dead process, so that its uncommitted requests may be repeated at once. */
export async function releaseAbandoned(db: Executor): Promise<void> {
  await db.deleteFrom('idempotency').where('status', 'is', null).execute()
}
