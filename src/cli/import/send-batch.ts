import { createHash } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import { contacts } from '../../contract/modules/contacts.ts'
import { Failure, failureTable } from '../../core/failure.ts'
import { wireId } from '../input/list-id.ts'
import type { Batch, Entry } from './batches.ts'
import type { EntryError, ImportJob } from './journal.ts'

/** The server's result for the contacts of a batch. */
export interface BatchOutcome {
  created: number
  updated: number
  skipped: number
  errors: readonly EntryError[]
}

export const emptyOutcome: BatchOutcome = { created: 0, updated: 0, skipped: 0, errors: [] }

interface SenderOptions {
  client: Client
  job: Pick<ImportJob, 'listId' | 'mode' | 'sha256' | 'nonce' | 'batchSize'>
}

/** The exit code of an invalid input, as opposed to a missing permission or no answer. */
const refusedInput = 6

/**
 * Sends batches. Throws what stops the import. An answer counts only if it accounts for every row.
 * Otherwise these rows, and those of all later batches, are sent one by one.
 */
export function createBatchSender({ client, job }: SenderOptions) {
  const { mode, batchSize } = job
  const id = wireId(job.listId)
  let isTrusted = true

  async function send(batch: Batch): Promise<BatchOutcome> {
    const isPlain = batchSize === 1 && mode === 'upsert'
    const whole = isPlain || !isTrusted ? undefined : await sendWhole(batch)
    return whole ?? sendSingly(batch)
  }

  async function sendWhole({ number, entries }: Batch): Promise<BatchOutcome | undefined> {
    const request = { id, contacts: entries.map(({ contact }) => contact), mode }
    try {
      const { data } = await client.call(contacts.add, request, keyOf(number))
      const outcome = readOutcome(data, entries)
      if (!outcome) isTrusted = false
      return outcome
    } catch (error) {
      if (isRefusal(error)) return undefined
      throw error
    }
  }

  async function sendSingly({ number, entries }: Batch): Promise<BatchOutcome> {
    const outcomes: BatchOutcome[] = []
    for (const [index, entry] of entries.entries()) {
      outcomes.push(await sendOne(entry, index, keyOf(number, index)))
    }
    return outcomes.reduce(addOutcomes, emptyOutcome)
  }

  async function sendOne(
    entry: Entry,
    index: number,
    key: { idempotencyKey: string },
  ): Promise<BatchOutcome> {
    const { contact } = entry
    const request = mode === 'upsert' ? { id, ...contact } : { id, contacts: [contact], mode }
    try {
      const { data } = await client.call(contacts.add, request, key)
      const { errors, ...counts } = readOutcome(data, [entry]) ?? singleOutcome(data)
      return { ...counts, errors: errors.map((error) => ({ ...error, index })) }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { ...emptyOutcome, errors: [errorOf(error, index)] }
    }
  }

  /** The key of a batch: the same when it is resent, so that the server recognizes it. */
  function keyOf(...place: number[]): { idempotencyKey: string } {
    const { sha256, listId, nonce } = job
    const parts = [sha256, listId, mode, nonce, ...place]
    return {
      idempotencyKey: createHash('sha256').update(parts.join('\0')).digest('base64url'),
    }
  }

  return { send }
}

/** Whether the input was refused. `idempotency_in_flight` is not: the server still processes the batch. */
const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure &&
  failureTable[error.code].exit === refusedInput &&
  error.code !== 'idempotency_in_flight'

function errorOf({ code, details }: Failure, index: number): EntryError {
  const { problems: [problem] = [], server } = details
  const message = problem?.message ?? server?.message
  return {
    index,
    code: problem?.code ?? server?.code ?? code,
    ...(problem && { field: problem.field }),
    ...(message !== undefined && { message }),
  }
}

/** Reads the counts of an answer; undefined when they are missing or do not add up. */
function readOutcome(data: object, entries: readonly Entry[]): BatchOutcome | undefined {
  const { created, updated, skipped, errors } = data as Record<string, unknown> // unvalidated
  if (!isCount(created) || !isCount(updated) || !isCount(skipped) || !Array.isArray(errors)) {
    return undefined
  }
  if (created + updated + skipped + errors.length !== entries.length) return undefined
  const read = errors.map((error) => readError(error, entries))
  const known = read.filter((error) => error !== undefined)
  const places = new Set(known.map(({ index }) => index))
  return places.size === errors.length ? { created, updated, skipped, errors: known } : undefined
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

function readError(error: unknown, entries: readonly Entry[]): EntryError | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { index, email, code, field, message } = error as Record<string, unknown> // likewise
  const place = isCount(index) ? index : entries.findIndex(({ contact }) => contact.email === email)
  if (place < 0 || place >= entries.length) return undefined
  return {
    index: place,
    code: typeof code === 'string' ? code : 'invalid',
    ...(typeof field === 'string' && { field }),
    ...(typeof message === 'string' && { message }),
  }
}

/** The result of a single contact. Only some servers report whether it is new. */
const singleOutcome = (data: object): BatchOutcome =>
  'created' in data && data.created === false
    ? { ...emptyOutcome, updated: 1 }
    : { ...emptyOutcome, created: 1 }

const addOutcomes = (a: BatchOutcome, b: BatchOutcome): BatchOutcome => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  skipped: a.skipped + b.skipped,
  errors: [...a.errors, ...b.errors],
})
