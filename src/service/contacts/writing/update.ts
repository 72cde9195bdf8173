import type { Input } from '../../../contract/endpoint.ts'
import type { contract } from '../../../contract/index.ts'
import { normaliseAddress, storedAddress } from '../../../core/address.ts'
import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import type { KeyRing } from '../../keys/secrets.ts'
import { selectFields } from '../../lists/fields/store.ts'
import { findList, type List } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { requestOptIns } from '../consent/opt-in-mail.ts'
import { unsubscribe } from '../consent/unsubscribe.ts'
import { mayOwnerActivate, statusWithNewAddress } from '../status.ts'
import { type Contact, findContact, findContactByKey, isContactId } from '../store.ts'
import { findSuppressedKeys } from '../suppression/suppressed.ts'
import { updateContact } from '../table/update-store.ts'
import { replaceTags } from '../tags-store.ts'
import { readRows } from './read-rows.ts'
import { writeContacts } from './write-contacts.ts'

type Edit = Omit<Input<typeof contract.contacts.update>, 'id' | 'contact'>

/** Updates a contact. By id it must exist; by address it is created if missing. */
export const update =
  (service: Service): Handler<typeof contract.contacts.update> =>
  async ({ id, contact: name, ...edit }, { account, transact }) => {
    const { secrets, clock } = service
    const now = clock.now()
    const write = async (tx: Executor) => {
      const list = await findList(tx, { accountId: account.id, listId: id })
      const before = await upsert(tx, list, name, edit, { hashes: secrets.hash, now })
      if (edit.tags) await replaceTags(tx, before.contact, edit.tags)
      if (edit.nombre === '') await updateContact(tx, before.contact.id, { nombre: '' }, { now })
      const moved = await changeAddress(tx, list, before.contact, edit.email, secrets.hash, now)
      const contact = await changeStatus(tx, list, moved, edit.status, {
        hashes: secrets.hash,
        now,
      })
      if (edit.resend_optin) {
        if (contact.status !== 'unconfirmed') throw new Failure('wrong_state')
        await refuseSuppressed(tx, list, contact.email_key, secrets.hash)
      }
      const isAsked = before.isNew || moved.email_key !== before.contact.email_key
      const created = before.isNew && { created: true }
      const answer = { ok: true, id: contact.id, status: contact.status, ...created }
      if (contact.status !== 'unconfirmed' || !(isAsked || edit.resend_optin)) return answer
      const { email, email_key: key } = contact
      const request = {
        ...({ list, cause: 'owner' } as const),
        ...(edit.resend_optin && ({ refusesFullMailbox: true } as const)),
      }
      const waiting = await requestOptIns(tx, service, request, [{ id: contact.id, email, key }])
      return waiting > 0 ? { ...answer, optin_waiting: waiting } : answer
    }
    const answer = await transact(write)
    service.wake()
    return answer
  }

async function upsert(
  tx: Executor,
  list: List,
  name: string,
  { nombre, customFields }: Edit,
  { hashes, now }: { hashes: KeyRing; now: number },
): Promise<{ contact: Contact; isNew: boolean }> {
  const isStored = isContactId(name)
  const email = isStored ? (await findContact(tx, list, name)).email : name
  const key = storedAddress(email)?.key
  if (key === undefined) throw new Failure('not_found')
  const fields = await selectFields(tx, { accountId: list.account_id, listId: list.id })
  const read = await readRows([{ email, nombre, customFields }], { fields, isStored })
  const writing = { list, fields, mode: 'upsert', source: 'api', hashes, now } as const
  const written = await writeContacts(tx, writing, read.rows)
  const problems = [...read.refused, ...written.refused].map(({ problem }) => problem)
  if (problems.length > 0) throw new Failure('invalid', { problems })
  const contact = await findContactByKey(tx, list, key)
  if (!contact) throw new Failure('internal')
  return { contact, isNew: written.created.length > 0 }
}

async function changeAddress(
  tx: Executor,
  list: List,
  contact: Contact,
  text: string | undefined,
  hashes: KeyRing,
  now: number,
): Promise<Contact> {
  const address = text === undefined ? undefined : normaliseAddress(text)
  if (!address || address.email === contact.email) return contact
  const { email, key: email_key, domain } = address
  const isOther = email_key !== contact.email_key
  if (isOther) await refuseSuppressed(tx, list, email_key, hashes)
  const status = isOther ? statusWithNewAddress(contact.status, joining(list)) : contact.status
  await updateContact(tx, contact.id, { email, email_key, domain, status }, { now })
  return { ...contact, email, email_key, domain, status }
}

async function refuseSuppressed(
  tx: Executor,
  list: List,
  key: string,
  hashes: KeyRing,
): Promise<void> {
  const listRef = { accountId: list.account_id, listId: list.id }
  const suppressed = await findSuppressedKeys(tx, listRef, [key], hashes)
  if (suppressed.has(key)) {
    throw new Failure('invalid', { problems: [{ field: 'email', code: 'suppressed' }] })
  }
}

async function changeStatus(
  tx: Executor,
  list: List,
  contact: Contact,
  status: Edit['status'],
  { hashes, now }: { hashes: KeyRing; now: number },
): Promise<Contact> {
  if (status === undefined || status === contact.status) return contact
  const listRef = { accountId: list.account_id, listId: list.id }
  if (status === 'active') {
    if (!mayOwnerActivate(contact.status, joining(list))) throw new Failure('wrong_state')
    await refuseSuppressed(tx, list, contact.email_key, hashes)
    await updateContact(tx, contact.id, { status }, { now })
    return { ...contact, status }
  }
  const hasChanged = await unsubscribe(tx, {
    ...listRef,
    contactId: contact.id,
    emailKey: contact.email_key,
    email: contact.email,
    campaignId: null,
    spam: false,
    reason: '',
    now,
  })
  return hasChanged ? { ...contact, status } : contact
}

const joining = (list: List) => ({ doubleOptin: list.double_optin === 1 })
