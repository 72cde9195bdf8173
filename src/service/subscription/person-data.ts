import { erase, findBeforeErasure } from '../contacts/erasure/erase.ts'
import { exportPersonalData } from '../contacts/export/personal-data-export.ts'
import type { Contact } from '../contacts/store.ts'
import { erasedKey } from '../contacts/suppression/suppressed.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Service } from '../service.ts'

/** Returns all data that an account has about a person, on all of its lists. */
export const exportPerson = async ({ reader, secrets }: Service, contact: Contact) => ({
  email: contact.email,
  nombre: contact.nombre,
  ...(await exportPersonalData(reader, contact, secrets.hash)),
})

/** Erases a person from all lists of the account. */
export async function erasePerson(
  { db, reader, secrets, clock }: Service,
  contact: Contact,
): Promise<void> {
  const found = await findBeforeErasure(reader, contact)
  const hash = erasedKey(contact.email_key, secrets.hash[0])
  await inTransaction(db, (tx) => erase(tx, contact, { hash, now: clock.now(), found }))
}
