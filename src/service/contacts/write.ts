import type { ContactStatus, WriteMode } from '../../contract/shapes/contact.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { inSlices } from '../database/slices.ts'
import { defaultWrites, type Field, type FieldWrite } from '../lists/fields/field-values.ts'
import {
  addValues,
  deleteValues,
  type ValueRow,
  writeValues,
} from '../lists/fields/values-store.ts'
import type { List } from '../lists/store.ts'
import type { KeyRing } from '../secrets.ts'
import type { ContactRow, RefusedRow } from './rows.ts'
import { signalJoined } from './signal-joined.ts'
import { statusOfNew } from './status.ts'
import { selectSuppressed } from './suppressions-store.ts'
import { addTags } from './tags-store.ts'
import { selectKnown, takePlaces, type WrittenRow, writeContactRows } from './write-store.ts'

export interface Writing {
  list: List
  fields: readonly Field[]
  mode: WriteMode
  /** Where they come from: `api`, `import`, `form` … */
  source: string
  /** Recognises those who were erased. */
  hashes: KeyRing
  now: number
  /** Of new contacts, where it is not what the list says. */
  status?: ContactStatus
  /** The person asked for it themself: a suppression does not keep them out. */
  mayReturn?: boolean
  /** The automation that writes them: nobody enters that one by it. */
  automation?: number | undefined
}

export interface Written {
  created: { id: number; row: ContactRow }[]
  updated: { id: number; row: ContactRow; status: ContactStatus }[]
  refused: RefusedRow[]
  skipped: number
}

/**
 * Writes contacts with their values and tags, a thousand a statement. Throws `quota_exceeded` when
 * the account has no room for those that are new.
 */
export async function writeContacts(
  tx: Executor,
  writing: Writing,
  rows: readonly ContactRow[],
): Promise<Written> {
  const written: Written = { created: [], updated: [], refused: [], skipped: 0 }
  // Two transactions that write the same contacts in another order would wait for each other.
  const sorted = [...rows].sort((one, other) => (one.key < other.key ? -1 : 1))
  await inSlices(sorted, (slice) => writeSlice(tx, writing, slice, written))
  if (!(await takePlaces(tx, writing.list.account_id, written.created.length))) {
    throw new Failure('quota_exceeded')
  }
  if (statusOf(writing) === 'active') {
    const { source, automation, now } = writing
    const joined = written.created.map(({ id }) => id)
    await signalJoined(tx, { accountId: writing.list.account_id, source, automation, now }, joined)
  }
  return written
}

const statusOf = ({ list, status }: Writing): ContactStatus =>
  status ?? statusOfNew({ doubleOptin: list.double_optin === 1 })

async function writeSlice(
  tx: Executor,
  writing: Writing,
  slice: readonly ContactRow[],
  written: Written,
): Promise<void> {
  const { list, mode, now, source } = writing
  const { accepted, refused } = await sift(tx, writing, slice)
  written.refused.push(...refused)
  const stored = await writeContactRows(
    tx,
    {
      accountId: list.account_id,
      listId: list.id,
      status: statusOf(writing),
      source,
      mode,
      now,
    },
    accepted,
  )
  const byKey = new Map(stored.map((row) => [row.email_key, row]))
  for (const row of accepted) {
    const found = byKey.get(row.key)
    if (found?.version === 1) written.created.push({ id: found.id, row })
    else if (found) written.updated.push({ id: found.id, row, status: found.status })
    else if (mode === 'skip') written.skipped++
    else written.refused.push(refuseRow(row, { field: 'email', code: 'duplicate' }))
  }
  await writeDetails(tx, writing.fields, accepted, byKey)
}

const refuseRow = ({ index, email }: ContactRow, problem: RefusedRow['problem']): RefusedRow => ({
  index,
  email,
  problem,
})

/** Who may not be new, by a suppression or by a field that is missing, must be there already. */
async function sift(
  tx: Executor,
  { list, hashes, mayReturn = false }: Writing,
  slice: readonly ContactRow[],
): Promise<{ accepted: readonly ContactRow[]; refused: RefusedRow[] }> {
  const place = { accountId: list.account_id, listId: list.id }
  const keys = slice.map(({ key }) => key)
  const suppressed = mayReturn ? new Set<string>() : await selectSuppressed(tx, place, keys, hashes)
  const doubtful = slice.filter(({ key, missing }) => missing || suppressed.has(key))
  if (doubtful.length === 0) return { accepted: slice, refused: [] }
  const known = await selectKnown(
    tx,
    place,
    doubtful.map(({ key }) => key),
  )
  const refused = doubtful
    .filter(({ key }) => !known.has(key))
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

async function writeDetails(
  tx: Executor,
  fields: readonly Field[],
  rows: readonly ContactRow[],
  byKey: ReadonlyMap<string, WrittenRow>,
): Promise<void> {
  const defaults = defaultWrites(fields)
  const added: ValueRow[] = []
  const changed: ValueRow[] = []
  const emptied: { contact_id: number; field_id: number }[] = []
  const tags: { contact_id: number; tag: string }[] = []
  for (const row of rows) {
    const stored = byKey.get(row.key)
    if (!stored) continue
    const isNew = stored.version === 1
    const contact_id = stored.id
    const values = isNew ? added : changed
    for (const write of isNew ? withDefaults(row.values, defaults) : row.values) {
      const field_id = write.field.id
      if (!isNew && leavesRest(write)) emptied.push({ contact_id, field_id })
      // Spelled out: a spread for each of 15,000 values is a sixth of the time.
      for (const { position, text, number, time } of write.parts) {
        values.push({ contact_id, field_id, position, text, number, time })
      }
    }
    for (const tag of row.tags) tags.push({ contact_id, tag })
  }
  await deleteValues(tx, emptied)
  await addValues(tx, added)
  await writeValues(tx, changed)
  await addTags(tx, tags)
}

const withDefaults = (
  given: readonly FieldWrite[],
  defaults: readonly FieldWrite[],
): readonly FieldWrite[] =>
  defaults.length === 0
    ? given
    : [
        ...given,
        ...defaults.filter(({ field }) => !given.some((write) => write.field.id === field.id)),
      ]

/** A single value is written over the one that is there; of several, or of none, the rest would stay. */
const leavesRest = ({ field, parts }: FieldWrite): boolean =>
  field.type === 'multi' || parts.length === 0
