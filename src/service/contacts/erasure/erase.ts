import { replaceAddress } from '../../../core/find-address.ts'
import type { Executor } from '../../database/dialect.ts'
import { lockSends, returnSends } from '../../users/quota-store.ts'
import type { Contact } from '../store.ts'
import { selectSuppressionsOfAddress } from '../suppression/suppressions-store.ts'
import { addressPlaces } from './address-places.ts'
import { deleteContacts } from './delete-store.ts'
import {
  cancelUnsent,
  clearDiagnostics,
  clearRuns,
  deleteSignals,
  hashRecipients,
  hashSuppression,
  isOnOtherList,
  selectConversionTexts,
} from './erase-store.ts'
import { findTextRows, type Person, type TextPlace, textPlaces } from './text-places.ts'
import { deleteTextRows, type TextRow, updateTexts } from './texts-store.ts'

interface ErasedPerson extends Person {
  /** The keyed hash that replaces the address, so that no import can add the person again. */
  hash: string
  now: number
  /** Rows that were found before the transaction, because there may be very many to read. */
  found: FoundRows
}

type FoundRows = Partial<Record<TextPlace, readonly TextRow[]>>

/** Reads the places that are too large to be read in a transaction. */
export async function findBeforeErasure(reader: Executor, contact: Contact): Promise<FoundRows> {
  const person = { contact, isElsewhere: false }
  return { job_rejects: await findTextRows(reader, 'job_rejects', person) }
}

interface Erasure {
  hash: string
  now: number
  found: FoundRows
}

/**
 * Deletes a contact and erases its personal data from every place where its address can stand. Data of
 * the whole account stays if the address is also on another list.
 */
export async function erase(tx: Executor, contact: Contact, erasure: Erasure): Promise<void> {
  const person = { ...erasure, contact, isElsewhere: await isOnOtherList(tx, contact) }
  // The account comes first: transactions that lock messages before it would deadlock.
  await lockSends(tx, contact.account_id)
  for (const place of Object.keys(addressPlaces) as (keyof typeof addressPlaces)[]) {
    await erasers[place](tx, person)
  }
}

type Eraser = (tx: Executor, person: ErasedPerson) => Promise<void>

const eraseWithContact: Eraser = async () => {}

const eraseTexts =
  (table: TextPlace): Eraser =>
  async (tx, person) => {
    const rows = person.found[table] ?? (await findTextRows(tx, table, person))
    if (addressPlaces[table].erased === 'delete') {
      const keys = rows.map(({ key }) => key)
      return deleteTextRows(tx, { table, ...textPlaces[table] }, keys)
    }
    for (const row of rows) await updateTexts(tx, table, withoutAddress(row, person, person.hash))
  }

const withoutAddress = ({ key, texts }: TextRow, { contact }: Person, hash: string): TextRow => ({
  key,
  texts: Object.fromEntries(
    Object.entries(texts).map(([column, text]) => [
      column,
      text === null ? null : replaceAddress(text, contact.email_key, hash),
    ]),
  ),
})

const erasers: Record<keyof typeof addressPlaces, Eraser> = {
  async contacts(tx, { contact }) {
    await deleteContacts(tx, contact.account_id, [contact.id])
  },
  contact_values: eraseWithContact,
  contact_tags: eraseWithContact,
  contact_history: eraseWithContact,
  async suppressions(tx, { contact, isElsewhere, hash, now }) {
    const { account_id, email_key, list_id } = contact
    const found = isElsewhere ? [] : await selectSuppressionsOfAddress(tx, account_id, [email_key])
    for (const listId of new Set([list_id, ...found.map((each) => each.list_id)])) {
      await hashSuppression(tx, contact, { listId, hash, now })
    }
  },
  async recipients(tx, { contact, hash }) {
    for (const resetAt of await cancelUnsent(tx, contact)) {
      await returnSends(tx, { accountId: contact.account_id, count: 1, resetAt })
    }
    await hashRecipients(tx, contact, hash)
  },
  bounces: (tx, { contact, hash }) => clearDiagnostics(tx, contact, hash),
  automation_runs: (tx, { contact }) => clearRuns(tx, contact.id),
  signals: (tx, { contact }) => deleteSignals(tx, contact.id),
  async conversions(tx, person) {
    for (const row of await selectConversionTexts(tx, person.contact.id)) {
      // The id of the event is unique in its campaign.
      const hash = `${person.hash}:${row.key.id}`
      await updateTexts(tx, 'conversions', withoutAddress(row, person, hash))
    }
  },
  messages: eraseTexts('messages'),
  job_rejects: eraseTexts('job_rejects'),
  jobs: eraseTexts('jobs'),
  idempotency: eraseTexts('idempotency'),
  inbox: eraseTexts('inbox'),
  sandbox_messages: eraseTexts('sandbox_messages'),
}
