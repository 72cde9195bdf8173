import { isDeepStrictEqual } from 'node:util'
import { check } from '../../contract/check.ts'
import { passesPlainly } from '../../contract/plain-check.ts'
import { contactInput, type WriteMode } from '../../contract/shapes/contact.ts'
import { normaliseAddress } from '../../core/address.ts'
import type { Problem } from '../../core/failure.ts'
import { mustYield, yieldTurn } from '../../core/yield.ts'
import type { ContactInput } from '../../tabular/check.ts'
import { keptStatusOf } from '../../tabular/consent.ts'
import { requestOptIns } from '../contacts/consent/opt-in-mail.ts'
import { findErasedKeys } from '../contacts/suppression/erased.ts'
import { suppressAddresses } from '../contacts/suppression/suppressions-store.ts'
import { type ReadRows, type RefusedRow, readRows } from '../contacts/writing/read-rows.ts'
import { toConfirm, writeContacts } from '../contacts/writing/write-contacts.ts'
import { allInOrder } from '../database/batches/all-in-order.ts'
import type { Executor } from '../database/dialect.ts'
import type { JobReject } from '../jobs/rejects-store.ts'
import type { Field } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList, type List, type ListRef } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { type Entry, orderEntries, type ValidRow } from './entries.ts'
import type { ImportParams } from './params.ts'

export interface ImportContext {
  service: Service
  listRef: ListRef
  params: ImportParams
}

/** created + updated + skipped + duplicates + rejects = rows of the slice. */
export interface SliceOutcome {
  created: number
  updated: number
  skipped: number
  /** Rows whose address occurred earlier in the file. */
  duplicates: number
  /** Opt-in mails to new contacts that wait. */
  optInsWaiting: number
  /** Contacts that are kept with their status and get no mail, by status. */
  kept: KeptCounts
  rejects: JobReject[]
}

type KeptCounts = Readonly<Record<string, number>>

/** A slice whose contacts are checked against the fields of the list. */
export interface ReadSlice {
  fields: readonly Field[]
  /** The first rows of addresses, then those that repeat an address of the file. */
  fresh: ReadEntries
  repeats: ReadEntries
}

interface ReadEntries {
  entries: readonly Entry[]
  /** Undefined: only the addresses are used, and they are checked already. */
  read: ReadRows | undefined
}

/** Checks the rows of a slice, before its transaction: other writers would wait meanwhile. */
export async function readSlice(
  { service, listRef, params }: ImportContext,
  rows: readonly ValidRow[],
): Promise<ReadSlice> {
  const fields = await selectFields(service.db, listRef)
  const { fresh, repeats } = orderEntries(rows, { lastWins: params.mode === 'upsert' })
  return {
    fields,
    fresh: await readEntries(params, fields, fresh),
    repeats: await readEntries(params, fields, repeats),
  }
}

async function readEntries(
  { mode, tags = [] }: ImportParams,
  fields: readonly Field[],
  entries: readonly Entry[],
): Promise<ReadEntries> {
  if (mode === 'suppress') return { entries, read: undefined }
  // Validate like the API, so that imports accept the same contacts.
  const valid: (ContactInput | undefined)[] = []
  const refused: RefusedRow[] = []
  for (const [index, { contact }] of entries.entries()) {
    if (mustYield()) await yieldTurn()
    const [problem] = problemsOf(contact)
    if (problem) refused.push({ index, email: contact.email, problem })
    valid.push(problem ? undefined : contact)
  }
  const read = await readRows(valid, { fields, tags })
  return { entries, read: { ...read, refused: [...refused, ...read.refused] } }
}

/**
 * Writes a slice. `expectsNew`: its addresses are probably not on the list; if one is, the transaction must run again.
 * `onWriting` is called when the rest is the work of the database. Throws `not_found` if the list is gone, and
 * `quota_exceeded`.
 */
export async function writeSlice(
  tx: Executor,
  context: ImportContext,
  slice: ReadSlice,
  { expectsNew, onWriting }: { expectsNew: boolean; onWriting: () => void },
): Promise<SliceOutcome> {
  const { listRef, params } = context
  const [list, fields] = await allInOrder(tx, [
    (each) => findList(each, listRef),
    (each) => selectFields(each, listRef),
  ])
  const readAgain = async (part: ReadEntries) =>
    isDeepStrictEqual(fields, slice.fields) ? part : readEntries(params, fields, part.entries)
  const target = { list, fields, onWriting }
  const fresh = await readAgain(slice.fresh)
  const first = await writeEntries(tx, context, { ...target, expectsNew }, fresh)
  const repeats = await readAgain(slice.repeats)
  const again = await writeEntries(tx, context, { ...target, expectsNew: false }, repeats)
  return {
    ...first,
    duplicates: again.accepted,
    optInsWaiting: first.optInsWaiting + again.optInsWaiting,
    kept: addCounts(first.kept, again.kept),
    rejects: [...first.rejects, ...again.rejects],
  }
}

interface WrittenEntries extends Omit<SliceOutcome, 'duplicates'> {
  /** Rows of the file that were not rejected. */
  accepted: number
}

interface ImportTarget {
  list: List
  fields: readonly Field[]
  expectsNew: boolean
  onWriting: () => void
}

async function writeEntries(
  tx: Executor,
  { service, params: { mode } }: ImportContext,
  target: ImportTarget,
  { entries, read }: ReadEntries,
): Promise<WrittenEntries> {
  const counts =
    mode === 'suppress' || !read
      ? await suppress(tx, service, target, entries)
      : await write(tx, service, { ...target, mode }, read)
  const rejects = [...counts.refused].flatMap(([index, problem]) =>
    (entries[index]?.rows ?? []).map(({ line, cells }) => ({ line, cells, problem })),
  )
  const rows = entries.reduce((count, entry) => count + entry.rows.length, 0)
  const accepted = entries.filter((_, index) => !counts.refused.has(index))
  const kept = mode === 'suppress' ? {} : countKept(accepted)
  return { ...counts, kept, rejects, accepted: rows - rejects.length }
}

function countKept(entries: readonly Entry[]): KeptCounts {
  const counts: Record<string, number> = {}
  for (const { contact } of entries) {
    const status = keptStatusOf(contact)
    if (status !== undefined) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** Adds counts by name. */
export function addCounts(a: KeptCounts, b: KeptCounts): KeptCounts {
  const sum: Record<string, number> = { ...a }
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

interface EntryCounts
  extends Pick<SliceOutcome, 'created' | 'updated' | 'skipped' | 'optInsWaiting'> {
  /** Problems by index of the entry. */
  refused: ReadonlyMap<number, Problem>
}

async function write(
  tx: Executor,
  service: Service,
  { list, fields, mode, ...how }: ImportTarget & { mode: WriteMode },
  read: ReadRows,
): Promise<EntryCounts> {
  const refused = new Map<number, Problem>()
  const { secrets, clock } = service
  const written = await writeContacts(
    tx,
    { list, fields, mode, ...how, source: 'import', hashes: secrets.hash, now: clock.now() },
    read.rows,
  )
  for (const { index, problem } of [...read.refused, ...written.refused]) {
    refused.set(index, problem)
  }
  const { created, updated, skipped } = written
  const counts = { created: created.length, updated: updated.length, skipped, refused }
  if (list.double_optin === 0) return { ...counts, optInsWaiting: 0 }
  const request = { list, cause: 'owner' } as const
  const optInsWaiting = await requestOptIns(tx, service, request, toConfirm(created))
  return { ...counts, optInsWaiting }
}

function problemsOf(contact: ContactInput): readonly Problem[] {
  if (passesPlainly(contactInput, contact)) return []
  const checked = check(contactInput, contact)
  return 'problems' in checked ? checked.problems : []
}

async function suppress(
  tx: Executor,
  { secrets, clock }: Service,
  { list }: ImportTarget,
  entries: readonly Entry[],
): Promise<EntryCounts> {
  const addresses = entries
    .map(({ contact }) => normaliseAddress(contact.email))
    .filter((address) => address !== undefined)
  const listRef = { accountId: list.account_id, listId: list.id }
  const keys = addresses.map(({ key }) => key)
  // An erased person is suppressed already, and their address is not stored again.
  const erased = await findErasedKeys(tx, listRef, keys, secrets.hash)
  const open = addresses.filter(({ key }) => !erased.has(key))
  const created = await suppressAddresses(tx, { ...listRef, now: clock.now() }, open)
  return {
    created,
    updated: 0,
    skipped: addresses.length - created,
    refused: new Map(),
    optInsWaiting: 0,
  }
}
