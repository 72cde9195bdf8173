import type { Fields } from '../../client/request.ts'
import type { Endpoint } from '../../contract/endpoint.ts'

/** Finds out on a server without idempotency keys whether an operation has happened. */
export interface OutcomeProbe {
  /** Returns the state before the request, as JSON; undefined where the server shows none. */
  readState(): Promise<unknown>
  /** Returns the answer to the operation if the state shows that it has happened since. */
  findAnswer(before: unknown): Promise<Fields | undefined>
}

/** One request that changes something, and what identifies it as a repetition of an earlier one. */
export interface Operation {
  endpoint: Endpoint
  request: Fields
  /** What makes two operations the same; the request itself by default. */
  subject?: { endpoint: Endpoint; request: Fields }
  /** The time it is scheduled for, in milliseconds since the epoch; now by default. */
  slot?: number
  probe?: OutcomeProbe
  /** The answer to an earlier run. The operation is not sent again. */
  earlier?: Fields
}
