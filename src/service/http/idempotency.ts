import { createHash } from 'node:crypto'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { type Executor, isStorageFull } from '../database/dialect.ts'
import {
  claimKey,
  type IdempotencyKey,
  keepAnswer,
  leaseMs,
  releaseKey,
} from './idempotency-store.ts'

const longestKey = 255

export interface KeyedRequest {
  account: number
  endpoint: Endpoint
  key: string
  path: string
  body: unknown
  clock: Clock
}

export interface Keyed {
  /** The answer of the first request, when this is a repetition. */
  replay?: { status: number; body: unknown }
  keep(tx: Executor, status: number, answer: unknown): Promise<void>
  /** A refusal frees the key: mended, the same key may be used again. */
  release(): Promise<void>
}

/** Claims the key for this request, or finds what the first one was answered. */
export async function openKey(db: Executor, request: KeyedRequest): Promise<Keyed> {
  const { account, endpoint, key, path, body, clock } = request
  const now = clock.now()
  if (key.length > longestKey || key.trim() === '') {
    throw new Failure('invalid', {
      problems: [{ field: 'Idempotency-Key', code: 'too_long', values: { limit: longestKey } }],
    })
  }
  const claim: IdempotencyKey = {
    account,
    route: `${endpoint.method} ${endpoint.path}`,
    key,
    bodyHash: createHash('sha256')
      .update(path)
      .update('\0')
      .update(JSON.stringify(body ?? null))
      .digest('base64url'),
    leaseUntil: now + leaseMs,
  }
  const found = await claimKey(db, claim, now)
  return {
    ...(found && { replay: found }),
    keep: (tx, status, answer) => keepAnswer(tx, claim, status, JSON.stringify(answer)),
    release: () => releaseOrLater(db, claim, clock),
  }
}

const releasePauseMs = 500

/**
 * A full disk has no room for this either. Nobody waits for it then: it is tried until there is room,
 * so that whoever comes back after that need not wait for the lease.
 */
async function releaseOrLater(db: Executor, claim: IdempotencyKey, clock: Clock): Promise<void> {
  try {
    await releaseKey(db, claim)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    void clock.sleep(releasePauseMs).then(async () => {
      if (clock.now() < claim.leaseUntil) await releaseOrLater(db, claim, clock).catch(() => {})
    })
  }
}
