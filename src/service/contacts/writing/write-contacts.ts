import type { ContactStatus, WriteMode } from '../../../contract/shapes/contact.ts'
import { Failure } from '../../../core/failure.ts'
import { allInOrder, type Statement } from '../../database/batches/all-in-order.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import { OvertakenError } from '../../database/transaction.ts'
import type { KeyRing } from '../../keys/secrets.ts'
import { defaultWrites, type Field, type FieldWrite } from '../../lists/fields/field-values.ts'
import { deleteValues, insertValues, upsertValues } from '../../lists/fields/values-store.ts'
import { type ContactValues, valueRowsOf } from '../../lists/fields/wide-values-store.ts'
import type { List } from '../../lists/store.ts'
import { initialStatus } from '../status.ts'
import { findErasedKeys } from '../suppression/erased.ts'
import { findSuppressedKeys } from '../suppression/suppressed.ts'
import { selectNewestErasure } from '../suppression/suppressions-store.ts'
import { beginContactWrite } from '../table/insert-store.ts'
import { readBeforeWrite, type WrittenRow } from '../table/stored-before-store.ts'
import { addTags } from '../tags-store.ts'
import { keepOptOuts } from './keep-opt-outs.ts'
import type { ContactRow, RefusedRow } from './read-rows.ts'
import { signalJoined } from './signal-joined.ts'
import { hasOptedOut } from './stated-consent.ts'
import { reserveContactQuota, selectExistingKeys } from './write-store.ts'

interface WriteOptions {
  list: List
  fields: readonly Field[]
  mode: WriteMode
  /** Origin of the contacts: `api`, `import`, `form` … */
  source: string
  /** Keys that recognise erased addresses. */
  hashes: KeyRing
  now: number
  /** Status of new contacts, if it differs from the list's default. */
  status?: ContactStatus
  /** The person asked for it, so suppressions do not apply. */
  ignoresSuppressions?: boolean
  /** They are probably new. If one is not, the transaction must run again, without expecting it. */
  expectsNew?: boolean
  /** Called before the statements that take long: until they end, the caller may use the processor. */
  onWriting?: () => void
  /** The automation that writes the contacts. Writing them does not trigger it. */
  automation?: number | undefined
}

export interface WriteResult {
  created: { id: number; row: ContactRow; status: ContactStatus }[]
  updated: { id: number; row: ContactRow; status: ContactStatus }[]
  refused: RefusedRow[]
  skipped: number
}

/** What is executed in the same messages as the statements that write contacts. */
interface Beside {
  /** Executed with the first reads. It throws if what the options say is no longer so. */
  first?: Statement
  /** Executed last, once the result is known. */
  last?: (result: WriteResult) => readonly Statement[]
}

/**
 * Writes contacts with their values and tags, a thousand per statement. Throws `quota_exceeded` if
 * the new contacts exceed the account's quota.
 */
export async function writeContacts(
  tx: Executor,
  options: WriteOptions,
  rows: readonly ContactRow[],
  { first, last = () => [] }: Beside = {},
): Promise<WriteResult> {
  const result: WriteResult = { created: [], updated: [], refused: [], skipped: 0 }
  // Sort by key: transactions that write the same contacts in different orders would deadlock.
  const sorted = [...rows].sort((a, b) => (a.key < b.key ? -1 : 1))
  const newestErasure = dialectOf(tx).isInOrder
    ? undefined
    : await selectNewestErasure(tx, options.list.account_id)
  // They are sent with the next reads.
  let waiting: readonly Statement[] = first ? [first] : []
  await inSlices(sorted, async (slice) => {
    waiting = await beginSlice(tx, options, slice, { before: waiting, result })
  })
  await executeAll(tx, options, [
    ...waiting,
    (each) => requireQuota(each, options.list.account_id, result.created.length),
    (each) => refuseErasedSince(each, options, newestErasure, result.created),
    (each) => signalCreated(each, options, result.created),
    ...last(result),
  ])
  return result
}

/** Executes statements. If a contact that was expected to be new is there, the transaction must run again. */
async function executeAll<const Statements extends readonly Statement[]>(
  tx: Executor,
  { expectsNew = false }: WriteOptions,
  statements: Statements,
) {
  try {
    return await allInOrder(tx, statements)
  } catch (error) {
    if (expectsNew && dialectOf(tx).isUniqueViolation(error)) throw new OvertakenError()
    throw error
  }
}

async function requireQuota(tx: Executor, accountId: number, count: number): Promise<void> {
  if (!(await reserveContactQuota(tx, accountId, count))) throw new Failure('quota_exceeded')
}

async function signalCreated(
  tx: Executor,
  { list, source, automation, now }: WriteOptions,
  created: WriteResult['created'],
): Promise<void> {
  const joined = created.filter(({ status }) => status === 'active').map(({ id }) => id)
  if (joined.length === 0) return
  await signalJoined(tx, { accountId: list.account_id, source, automation, now }, joined)
}

/**
 * Throws if one of the new contacts was erased since the rows were checked. From here on the account is
 * locked, as it is by an erasure, which has either seen the contacts or left its hash. `newest` is
 * undefined where no other transaction can have erased one.
 */
async function refuseErasedSince(
  tx: Executor,
  { list, hashes, ignoresSuppressions = false }: WriteOptions,
  newest: number | undefined,
  created: WriteResult['created'],
): Promise<void> {
  if (newest === undefined || ignoresSuppressions || created.length === 0) return
  if ((await selectNewestErasure(tx, list.account_id)) === newest) return
  const listRef = { accountId: list.account_id, listId: list.id }
  const keys = created.map(({ row }) => row.key)
  if ((await findErasedKeys(tx, listRef, keys, hashes)).size > 0) throw new OvertakenError()
}

/** Returns the new contacts that get an opt-in mail: those that do not state that they are pending. */
export const toConfirm = (
  created: WriteResult['created'],
): { id: number; email: string; key: string }[] =>
  created
    .filter(({ status, row }) => status === 'unconfirmed' && row.consent?.status === undefined)
    .map(({ id, row: { email, key } }) => ({ id, email, key }))

const statusOf = ({ list, status }: WriteOptions): ContactStatus =>
  status ?? initialStatus({ doubleOptin: list.double_optin === 1 })

/**
 * Reads what a slice needs, adds what will become of it to the result, and returns the statements that
 * write it. `before` is executed first.
 */
async function beginSlice(
  tx: Executor,
  options: WriteOptions,
  slice: readonly ContactRow[],
  { before, result }: { before: readonly Statement[]; result: WriteResult },
): Promise<readonly Statement[]> {
  const { list, mode, now, source, expectsNew: areNew = false } = options
  const target = { accountId: list.account_id, listId: list.id }
  const [, [{ accepted, refused }, stored]] = await executeAll(tx, options, [
    (each) => allInOrder(each, before),
    (each) =>
      allInOrder(each, [
        (reader) => filterAccepted(reader, options, slice),
        (reader) => readBeforeWrite(reader, target, slice, { areNew }),
      ] as const),
  ] as const)
  result.refused.push(...refused)
  // Before the contacts: every transaction writes suppressions first, or two could deadlock.
  const haveChanged = await keepOptOuts(tx, { list, now }, accepted)
  options.onWriting?.()
  const { written, statements } = await beginContactWrite(
    tx,
    { ...target, status: statusOf(options), source, mode, now },
    accepted,
    haveChanged ? undefined : stored,
  )
  const byKey = new Map(written.map((row) => [row.email_key, row]))
  for (const row of accepted) {
    const found = byKey.get(row.key)
    if (found?.version === 1) result.created.push({ id: found.id, row, status: found.status })
    else if (found) result.updated.push({ id: found.id, row, status: found.status })
    else if (mode === 'skip') result.skipped++
    else result.refused.push(refuseRow(row, { field: 'email', code: 'duplicate' }))
  }
  return [...statements, ...detailsOf(target.accountId, options.fields, accepted, byKey)]
}

const refuseRow = ({ index, email }: ContactRow, problem: RefusedRow['problem']): RefusedRow => ({
  index,
  email,
  problem,
})

/**
 * Accepts rows that may be written. Rows that are suppressed or lack a required field are accepted
 * only if the contact already exists, or if it says itself that it opted out. An erased person is
 * never stored again.
 */
async function filterAccepted(
  tx: Executor,
  { list, hashes, ignoresSuppressions = false }: WriteOptions,
  slice: readonly ContactRow[],
): Promise<{ accepted: readonly ContactRow[]; refused: RefusedRow[] }> {
  const listRef = { accountId: list.account_id, listId: list.id }
  const keys = slice.map(({ key }) => key)
  const suppressed = ignoresSuppressions
    ? new Set<string>()
    : await findSuppressedKeys(tx, listRef, keys, hashes)
  const leaving = slice.filter(({ consent }) => hasOptedOut(consent)).map(({ key }) => key)
  const left = new Set(leaving)
  const erased =
    suppressed.size === 0 || leaving.length === 0
      ? new Set<string>()
      : await findErasedKeys(tx, listRef, leaving, hashes)
  const doubtful = slice.filter(({ key, missing }) =>
    left.has(key) ? erased.has(key) : missing || suppressed.has(key),
  )
  if (doubtful.length === 0) return { accepted: slice, refused: [] }
  const existing = await selectExistingKeys(
    tx,
    listRef,
    doubtful.map(({ key }) => key),
  )
  const refused = doubtful
    .filter(({ key }) => !existing.has(key))
    .map((row) =>
      refuseRow(
        row,
        suppressed.has(row.key) || !row.missing
          ? { field: 'email', code: 'suppressed' }
          : row.missing,
      ),
    )
  const out = new Set(refused.map(({ index }) => index))
  return { accepted: slice.filter(({ index }) => !out.has(index)), refused }
}

/** Returns the statements that write the values and tags of contacts. */
function detailsOf(
  accountId: number,
  fields: readonly Field[],
  rows: readonly ContactRow[],
  byKey: ReadonlyMap<string, WrittenRow>,
): Statement[] {
  const defaults = defaultWrites(fields)
  const added: ContactValues[] = []
  const changed: ContactValues[] = []
  const emptied: { contact_id: number; field_id: number }[] = []
  const tags: { contact_id: number; tag: string }[] = []
  for (const row of rows) {
    const stored = byKey.get(row.key)
    if (!stored) continue
    const isNew = stored.version === 1
    const contact_id = stored.id
    if (isNew) added.push({ contact_id, writes: withDefaults(row.values, defaults) })
    else {
      changed.push({ contact_id, writes: row.values })
      for (const write of row.values) {
        if (mayLeaveOldParts(write)) emptied.push({ contact_id, field_id: write.field.id })
      }
    }
    for (const tag of row.tags) tags.push({ contact_id, tag })
  }
  const overwrite = async (tx: Executor) => {
    await deleteValues(tx, accountId, emptied)
    await upsertValues(tx, accountId, valueRowsOf(changed))
  }
  return [
    (tx) => insertValues(tx, accountId, added),
    overwrite,
    (tx) => addTags(tx, accountId, tags),
  ]
}

const withDefaults = (
  submitted: readonly FieldWrite[],
  defaults: readonly FieldWrite[],
): readonly FieldWrite[] =>
  defaults.length === 0
    ? submitted
    : [
        ...submitted,
        ...defaults.filter(({ field }) => !submitted.some((write) => write.field.id === field.id)),
      ]

/**
 * Whether an upsert could leave old parts behind. A single value overwrites the stored one; several
 * choices, or none, may be fewer than before.
 */
const mayLeaveOldParts = ({ field, parts }: FieldWrite): boolean =>
  field.type === 'multi' || parts.length === 0
