import { type RawBuilder, sql } from 'kysely'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import type { Condition } from '../../database/condition.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { idsIn } from '../store.ts'
import { addListCounts, type CountedContact } from './list-counts-store.ts'
import { addNames, removeNames } from './name-index-store.ts'

/** A contact after its change. */
export interface ChangedContact {
  id: number
  account_id: number
  list_id: number
  status: ContactStatus
}

interface ContactsChange {
  /** The assignments of an `update`. */
  set: RawBuilder<unknown>
  /** The change is one of names too. */
  isRename?: boolean
}

/**
 * Changes the contacts that match a condition, and with them what is derived from contacts: the counts
 * of their lists and the index of names. Returns them in order of id.
 */
export async function changeContacts(
  tx: Executor,
  those: Condition,
  { set, isRename = false }: ContactsChange,
): Promise<ChangedContact[]> {
  const { lockRows, countsItself } = dialectOf(tx)
  const before = await lockRows(
    tx
      .selectFrom('contacts')
      .select(['id', 'account_id', 'list_id', 'status'])
      .where(those)
      .orderBy('id'),
  ).execute()
  if (before.length === 0) return []
  const ids = sql<boolean>`id in ${idsIn(
    tx,
    before.map(({ id }) => id),
  )}`
  if (isRename) await removeNames(tx, ids)
  const { rows: after } = await sql<ChangedContact>`
    update contacts set ${set} where ${ids} and ${countsItself}
    returning id, account_id, list_id, status
  `.execute(tx)
  if (isRename) await addNames(tx, ids)
  await addListCounts(tx, { gained: after, lost: before })
  return after.sort((a, b) => a.id - b.id)
}

/**
 * Changes columns from which nothing is derived. `from` may name further tables, and `those` is the
 * whole condition.
 */
export async function changeDetails(
  tx: Executor,
  those: RawBuilder<unknown>,
  { set, from }: { set: RawBuilder<unknown>; from?: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    update contacts set ${set} ${from ? sql`from ${from}` : sql``}
    where ${those} and ${dialectOf(tx).countsItself}
  `.execute(tx)
}

/** Deletes the contacts that match a condition. Returns how many there were. */
export async function deleteContactRows(tx: Executor, those: Condition): Promise<number> {
  await removeNames(tx, those)
  const { rows: lost } = await sql<CountedContact>`
    delete from contacts where ${those} and ${dialectOf(tx).countsItself}
    returning account_id, list_id, status
  `.execute(tx)
  await addListCounts(tx, { gained: [], lost })
  return lost.length
}
