import { createHash } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import { maxJsonValues } from '../../contract/limits.ts'
import { contacts } from '../../contract/modules/contacts.ts'
import { wireId } from '../../contract/path.ts'
import { Failure, failureTable } from '../../core/failure.ts'
import type { ContactInput } from '../../tabular/check.ts'
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

/** Handles the contacts of a batch and answers what became of them. */
export interface BatchSender {
  send(batch: Batch): Promise<BatchOutcome>
}

interface SenderOptions {
  client: Client
  job: Pick<ImportJob, 'listId' | 'mode' | 'sha256' | 'nonce' | 'batchSize' | 'tags'>
}

/** The exit code of an invalid input, as opposed to a missing permission or no answer. */
const refusedInput = 6

/**
 * Sends batches. Throws what stops the import. An answer counts only if it accounts for every row.
 * Otherwise these rows, and those of all later batches, are sent one by one.
 */
export function createBatchSender({ client, job }: SenderOptions): BatchSender {
  const { mode, batchSize, tags = [] } = job
  const common = tags.length > 0 ? { tags: [...tags] } : {}
  const id = wireId(job.listId)
  let isTrusted = true

  async function send(batch: Batch): Promise<BatchOutcome> {
    const isPlain = batchSize === 1 && mode === 'upsert'
    return isPlain || !isTrusted ? sendSingly(batch) : sendWhole(batch)
  }

  async function sendWhole({ number, entries }: Batch): Promise<BatchOutcome> {
    const parts = splitByValues(entries)
    if (parts.length === 1) {
      return (await sendPart(entries, keyOf(number))) ?? sendSingly({ number, entries })
    }
    const outcomes: BatchOutcome[] = []
    for (const { start, entries: part } of parts) {
      const key = keyOf(number, start, part.length)
      const outcome =
        (isTrusted ? await sendPart(part, key) : undefined) ??
        (await sendSingly({ number, entries: part }, start))
      outcomes.push(moveErrors(outcome, start))
    }
    return outcomes.reduce(addOutcomes, emptyOutcome)
  }

  async function sendPart(
    entries: readonly Entry[],
    key: { idempotencyKey: string },
  ): Promise<BatchOutcome | undefined> {
    const request = { id, contacts: entries.map(({ contact }) => contact), mode, ...common }
    try {
      const { data } = await client.call(contacts.add, request, key)
      const outcome = readOutcome(data, entries)
      if (!outcome) isTrusted = false
      return outcome
    } catch (error) {
      if (isRefusal(error)) return undefined
      throw error
    }
  }

  /** `start` is the place of the entries in their batch, for the keys. */
  async function sendSingly(
    { number, entries }: Pick<Batch, 'number' | 'entries'>,
    start = 0,
  ): Promise<BatchOutcome> {
    const outcomes: BatchOutcome[] = []
    for (const [index, entry] of entries.entries()) {
      outcomes.push(await sendOne(entry, index, keyOf(number, start + index)))
    }
    return outcomes.reduce(addOutcomes, emptyOutcome)
  }

  async function sendOne(
    entry: Entry,
    index: number,
    key: { idempotencyKey: string },
  ): Promise<BatchOutcome> {
    const { contact } = entry
    const request = (await sendsAlone())
      ? { id, ...withTags(contact, tags) }
      : { id, contacts: [contact], mode, ...common }
    try {
      const { data } = await client.call(contacts.add, request, key)
      const { errors, ...counts } = readOutcome(data, [entry]) ?? singleOutcome(data)
      return { ...counts, errors: errors.map((error) => ({ ...error, index })) }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { ...emptyOutcome, errors: [errorOf(error, index)] }
    }
  }

  /** A batch of one is no single contact, which joins by itself and is mailed a welcome. */
  const sendsAlone = async (): Promise<boolean> =>
    mode === 'upsert' && !(isTrusted && (await client.offers('batch')))

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

/** A single contact has no tags beside its own. */
const withTags = (contact: ContactInput, tags: readonly string[]): ContactInput =>
  tags.length === 0
    ? contact
    : { ...contact, tags: [...new Set([...(contact.tags ?? []), ...tags])] }

/** What a request needs beside the contacts. */
const otherValues = 100

/**
 * Splits a batch that has more JSON values than a server reads, because its contacts have many fields.
 */
function splitByValues(entries: readonly Entry[]): { start: number; entries: readonly Entry[] }[] {
  const most = maxJsonValues - otherValues
  // Counting takes time and garbage, and few files have so many columns.
  if (entries.reduce((sum, entry) => sum + mostValues(entry), 0) <= most) {
    return [{ start: 0, entries }]
  }
  const parts: { start: number; entries: Entry[] }[] = []
  let values = Number.POSITIVE_INFINITY
  for (const [start, entry] of entries.entries()) {
    const more = 1 + countValues(entry.contact)
    values += more
    if (values > most) {
      parts.push({ start, entries: [] })
      values = more
    }
    parts.at(-1)?.entries.push(entry)
  }
  return parts
}

/**
 * Returns a number that the values of an entry do not exceed. Each cell becomes a name, a bracket and at most
 * a value for each of its characters, and a contact has three brackets of its own.
 */
function mostValues({ rows }: Entry): number {
  let most = 0
  for (const { cells } of rows) {
    most += 3
    for (const cell of cells) most += 2 + cell.length
  }
  return most
}

/** Counts the commas and opening brackets of a value in JSON. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce((sum, each) => sum + countValues(each), Math.max(inner.length, 1))
}

const moveErrors = (outcome: BatchOutcome, start: number): BatchOutcome => ({
  ...outcome,
  errors: outcome.errors.map((error) => ({ ...error, index: error.index + start })),
})

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
