import { type RawBuilder, sql } from 'kysely'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { Failure } from '../../../core/failure.ts'
import { foldName } from '../../../core/fold-name.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { idsIn } from '../store.ts'
import { changeContacts, changeDetails } from './change-store.ts'

interface ContactChange {
  email?: string
  email_key?: string
  domain?: string
  nombre?: string
  status?: ContactStatus
  confirmed_at?: number
  unsubscribed_at?: number | null
}

/** Returns false if the contact is gone or no longer has the status `whileIn`. */
export async function updateContact(
  tx: Executor,
  id: number,
  change: ContactChange,
  { now, whileIn }: { now: number; whileIn?: ContactStatus },
): Promise<boolean> {
  const isRename = change.nombre !== undefined
  const columns = { ...change, ...(isRename && { nombre_key: foldName(change.nombre ?? '') }) }
  const those =
    whileIn === undefined
      ? sql<boolean>`id = ${id}`
      : sql<boolean>`id = ${id} and status = ${whileIn}`
  try {
    const set = sql.join([...assignments(columns), newVersion(now)])
    return (await changeContacts(tx, those, { set, isRename })).length > 0
  } catch (error) {
    if (dialectOf(tx).isUniqueViolation(error)) throw new Failure('already_exists')
    throw error
  }
}

const assignments = (columns: object): RawBuilder<unknown>[] =>
  Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`)

const newVersion = (now: number): RawBuilder<unknown> =>
  sql`version = version + 1, updated_at = ${now}`

/** Increments the version of contacts whose tags or values changed. */
export const touchContacts = (tx: Executor, ids: readonly number[], now: number): Promise<void> =>
  changeDetails(tx, sql`id in ${idsIn(tx, ids)}`, { set: newVersion(now) })
