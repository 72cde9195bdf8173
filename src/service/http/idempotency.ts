import { createHash } from 'node:crypto'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { type Executor, isStorageFull } from '../database/dialect.ts'
import {
  claimKey,
  type IdempotencyKey,
  leaseMs,
  releaseKey,
  saveAnswer,
} from './idempotency-store.ts'

const maxKeyLength = 255

interface KeyedRequest {
  account: number
  endpoint: Endpoint
  key: string
  path: string
  body: unknown
  clock: Clock
}

export interface KeyedAnswer {
  /** The answer to the first request, if this one repeats it. */
  replay?: { status: number; body: unknown }
  save(tx: Executor, status: number, answer: unknown): Promise<void>
  /** Frees the key after a refusal, so that a corrected request may use it again. */
  release(): Promise<void>
}

/** Claims the key for this request, or finds the answer to the first one. */
export async function openKey(db: Executor, request: KeyedRequest): Promise<KeyedAnswer> {
  const { account, endpoint, key, path, body, clock } = request
  const now = clock.now()
  if (key.length > maxKeyLength || key.trim() === '') {
    throw new Failure('invalid', {
      problems: [{ field: 'Idempotency-Key', code: 'too_long', values: { limit: maxKeyLength } }],
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
    save: (tx, status, answer) => saveAnswer(tx, claim, status, JSON.stringify(answer)),
    release: () => releaseOrRetry(db, claim, clock),
  }
}

const releasePauseMs = 500

/**
 * On a full disk this fails too. Retries in the background until there is space, so that a repeated
 * request need not wait for the lease.
 */
async function releaseOrRetry(db: Executor, claim: IdempotencyKey, clock: Clock): Promise<void> {
  try {
    await releaseKey(db, claim)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    void clock.sleep(releasePauseMs).then(async () => {
      if (clock.now() < claim.leaseUntil) await releaseOrRetry(db, claim, clock).catch(() => {})
    })
  }
}
