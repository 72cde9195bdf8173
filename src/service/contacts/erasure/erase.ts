import { replaceAddress } from '../../../core/find-address.ts'
import { deletePerson } from '../../custom-events/people-store.ts'
import type { Executor } from '../../database/dialect.ts'
import { dequeueMessages } from '../../queue/enqueue-store.ts'
import { lockSends, returnSends } from '../../users/quota-store.ts'
import { type Contact, selectContactsOfAddress } from '../store.ts'
import { addressPlaces } from './address-places.ts'
import { deleteContacts } from './delete-store.ts'
import {
  cancelUnsent,
  clearReports,
  clearRuns,
  deleteLifted,
  deleteSignals,
  hashRecipients,
  hashSuppressions,
  selectConversionTexts,
} from './erase-store.ts'
import { findTextRows, type Person, type TextPlace, textPlaces } from './text-places.ts'
import { deleteTextRows, type TextRow, updateTexts } from './texts-store.ts'

interface ErasedPerson extends Person {
  /** The contacts with the address, one for each list that it is on. */
  contacts: readonly Contact[]
  /** The keyed hash that replaces the address, so that no import can add the person again. */
  hash: string
  now: number
  /** Rows that were found before the transaction, because there may be very many to read. */
  found: FoundRows
}

type FoundRows = Partial<Record<TextPlace, readonly TextRow[]>>

/** Reads the places that are too large to be read in a transaction. */
export async function findBeforeErasure(reader: Executor, person: Person): Promise<FoundRows> {
  return { job_rejects: await findTextRows(reader, 'job_rejects', person) }
}

interface Erasure {
  hash: string
  now: number
  found: FoundRows
}

/**
 * Deletes the contacts of a person on all lists of the account, and erases the personal data from every
 * place where the address can stand. Returns the deleted contacts.
 */
export async function erase(tx: Executor, found: Person, erasure: Erasure): Promise<Contact[]> {
  const { account_id: accountId, email_key: emailKey, domain } = found
  // The account comes first: transactions that lock messages before it would deadlock.
  await lockSends(tx, accountId)
  const contacts = await selectContactsOfAddress(tx, { accountId, emailKey })
  const person = { ...erasure, account_id: accountId, email_key: emailKey, domain, contacts }
  for (const place of Object.keys(addressPlaces) as (keyof typeof addressPlaces)[]) {
    await erasers[place](tx, person)
  }
  return contacts
}

type Eraser = (tx: Executor, person: ErasedPerson) => Promise<void>

const eraseWithContact: Eraser = async () => {}

const forEachContact =
  (erase: (tx: Executor, contact: Contact, person: ErasedPerson) => Promise<void>): Eraser =>
  async (tx, person) => {
    for (const contact of person.contacts) await erase(tx, contact, person)
  }

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

const withoutAddress = ({ key, texts }: TextRow, { email_key }: Person, hash: string): TextRow => ({
  key,
  texts: Object.fromEntries(
    Object.entries(texts).map(([column, text]) => [
      column,
      text === null ? null : replaceAddress(text, email_key, hash),
    ]),
  ),
})

const erasers: Record<keyof typeof addressPlaces, Eraser> = {
  async contacts(tx, { account_id, contacts }) {
    await deleteContacts(
      tx,
      account_id,
      contacts.map(({ id }) => id),
    )
  },
  contact_values: eraseWithContact,
  contact_tags: eraseWithContact,
  contact_history: eraseWithContact,
  suppressions: (tx, person) => hashSuppressions(tx, person, person),
  lifted_suppressions: deleteLifted,
  recipients: forEachContact(async (tx, contact, { hash }) => {
    for (const resetAt of await cancelUnsent(tx, contact)) {
      await returnSends(tx, { accountId: contact.account_id, count: 1, resetAt })
    }
    await hashRecipients(tx, contact, hash)
  }),
  bounces: forEachContact((tx, contact, { hash }) => clearReports(tx, contact, hash)),
  automation_runs: forEachContact((tx, { id }) => clearRuns(tx, id)),
  signals: forEachContact((tx, { id }) => deleteSignals(tx, id)),
  conversions: forEachContact(async (tx, { id }, person) => {
    for (const row of await selectConversionTexts(tx, id)) {
      // The id of the event is unique in its campaign.
      const hash = `${person.hash}:${row.key.id}`
      await updateTexts(tx, 'conversions', withoutAddress(row, person, hash))
    }
  }),
  people: (tx, { account_id, email_key }) => deletePerson(tx, account_id, email_key),
  // They are deleted with the person.
  custom_events: async () => {},
  async messages(tx, person) {
    const rows = await findTextRows(tx, 'messages', person)
    const ids = rows.map(({ key }) => Number(key.id))
    await dequeueMessages(tx, person.account_id, ids)
    await deleteTextRows(
      tx,
      { table: 'messages', ...textPlaces.messages },
      rows.map(({ key }) => key),
    )
  },
  job_rejects: eraseTexts('job_rejects'),
  jobs: eraseTexts('jobs'),
  idempotency: eraseTexts('idempotency'),
  inbox: eraseTexts('inbox'),
  sandbox_messages: eraseTexts('sandbox_messages'),
}
