import { createHash } from 'node:crypto'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { mebibyte } from '../../../core/bytes.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { jsonPieces } from '../../../core/json-pieces.ts'
import { dayMs } from '../../../core/time.ts'
import { mustYield, yieldTurn } from '../../../core/yield.ts'
import { countInWindow } from '../../database/counter.ts'
import type { Executor } from '../../database/dialect.ts'
import { type FirstAnswer, type IdempotencyKey, leaseMs } from './idempotency-store.ts'
import type { KeyClaims } from './key-claims.ts'

const maxKeyLength = 255

interface KeyedRequest {
  account: number
  endpoint: Endpoint
  key: string
  path: string
  body: unknown
  /** The text of the body, if it is that of `JSON.stringify`, which then need not write it again. */
  exactBody?: Uint8Array | undefined
  clock: Pick<Clock, 'now'>
}

export interface KeyedAnswer {
  /** The answer to the first request, if this one repeats it. */
  replay?: FirstAnswer
  save(tx: Executor, status: number, answer: unknown): Promise<void>
  /** Ends the request. After a refusal the key is free, so that a corrected request may use it. */
  end(isDone: boolean): Promise<void>
}

/** Claims the key for this request, or finds the answer to the first one. */
export async function openKey(claims: KeyClaims, request: KeyedRequest): Promise<KeyedAnswer> {
  const { account, endpoint, key, clock } = request
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
    bodyHash: await hashOf(request),
    takenAt: now,
    leaseUntil: now + leaseMs,
  }
  const found = await claims.take(claim)
  return {
    ...(found && { replay: found }),
    async save(tx, status, answer) {
      const text = JSON.stringify(answer)
      const isKept = await mayKeep(tx, { account, length: text.length, now })
      await claims.save(tx, claim, status, isKept ? text : null)
    },
    end: (isDone) => claims.end(claim, isDone),
  }
}

/** The answers to one request and of one account a day. Beyond, a key keeps only the status. */
const maxAnswerLength = 4 * mebibyte
const maxLengthADay = 64 * mebibyte

/** Answers up to this length are not counted: the rate of requests limits them. */
const smallLength = 4096

/** Whether the answer may be kept. A large one counts for the account. */
async function mayKeep(
  tx: Executor,
  { account, length, now }: { account: number; length: number; now: number },
): Promise<boolean> {
  if (length <= smallLength) return true
  if (length > maxAnswerLength) return false
  const kept = await countInWindow(tx, `answers ${account}`, { windowMs: dayMs, now, by: length })
  return kept <= maxLengthADay
}

/** The size of a piece of a text, which is hashed in far less than a millisecond. */
const pieceBytes = 256 * 1024

function* piecesOf({ body, exactBody }: KeyedRequest): Generator<string | Uint8Array> {
  if (!exactBody) yield* jsonPieces(body ?? null)
  else {
    for (let start = 0; start < exactBody.length; start += pieceBytes) {
      yield exactBody.subarray(start, start + pieceBytes)
    }
  }
}

async function hashOf(request: KeyedRequest): Promise<string> {
  const hash = createHash('sha256').update(request.path).update('\0')
  for (const piece of piecesOf(request)) {
    hash.update(piece)
    if (mustYield()) await yieldTurn()
  }
  return hash.digest('base64url')
}
