import { createHash } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import { customEvents } from '../../contract/modules/custom-events.ts'
import { Failure, failureTable } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import type { EventBatch, EventEntry } from './event-batches.ts'

/** Why the server refused an event of a batch. */
export interface EventError {
  /** The position in the batch, from 0. */
  index: number
  code: ProblemCode
  field?: string | undefined
  message?: string | undefined
}

export interface EventOutcome {
  recorded: number
  duplicates: number
  errors: readonly EventError[]
}

/** The exit code of an invalid input, as opposed to a missing permission or no answer. */
const refusedInput = 6

/**
 * Sends a batch. Throws what stops the run. A batch that the server refuses as a whole is divided, so that
 * one event cannot keep the others back.
 */
export const sendEvents = (
  client: Client,
  { number, entries }: EventBatch,
  nonce: string,
): Promise<EventOutcome> => sendPart(client, entries, { place: [number, 0], nonce })

async function sendPart(
  client: Client,
  entries: readonly EventEntry[],
  { place, nonce }: { place: readonly [batch: number, start: number]; nonce: string },
): Promise<EventOutcome> {
  const [batch, start] = place
  const parts = [nonce, batch, start, entries.length]
  const idempotencyKey = createHash('sha256').update(parts.join('\0')).digest('base64url')
  // The server checks each event.
  const request = { events: entries.map(({ event }) => event) } as never
  try {
    const { data } = await client.call(customEvents.send, request, { idempotencyKey })
    return readOutcome(data, entries.length)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (entries.length === 1) {
      return { recorded: 0, duplicates: 0, errors: [errorOf(error)] }
    }
    const half = Math.ceil(entries.length / 2)
    const first = await sendPart(client, entries.slice(0, half), { place, nonce })
    const rest = { place: [batch, start + half], nonce } as const
    return added(first, await sendPart(client, entries.slice(half), rest), half)
  }
}

const added = (a: EventOutcome, b: EventOutcome, start: number): EventOutcome => ({
  recorded: a.recorded + b.recorded,
  duplicates: a.duplicates + b.duplicates,
  errors: [...a.errors, ...b.errors.map((error) => ({ ...error, index: error.index + start }))],
})

/** Throws not_offered for an answer that does not account for every event. */
function readOutcome(data: object, sent: number): EventOutcome {
  const { recorded, duplicates, errors } = data as Partial<EventOutcome> // another server's
  if (recorded === undefined || duplicates === undefined || !Array.isArray(errors)) {
    throw new Failure('not_offered', { values: { what: 'POST /events' } })
  }
  const places = new Set(errors.map(({ index }) => index))
  const isWhole = places.size === errors.length && recorded + duplicates + errors.length === sent
  if (!isWhole) throw new Failure('not_offered', { values: { what: 'POST /events' } })
  return { recorded, duplicates, errors }
}

/** Whether the input was refused. `idempotency_in_flight` is not: the server still processes the batch. */
const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure &&
  failureTable[error.code].exit === refusedInput &&
  error.code !== 'idempotency_in_flight'

function errorOf({ code, details }: Failure): EventError {
  const { problems: [problem] = [], server } = details
  const message = problem?.message ?? server?.message
  return {
    index: 0,
    code: (problem?.code ?? server?.code ?? code) as ProblemCode, // only written to a file
    ...(problem && { field: problem.field }),
    ...(message !== undefined && { message }),
  }
}
