import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { foldName } from '../../../core/fold-name.ts'
import type { Executor } from '../../database/dialect.ts'
import {
  defaultWrites,
  type Field,
  type FieldWrite,
  findMissingField,
  type StoredPart,
} from '../../lists/fields/field-values.ts'
import { selectFields } from '../../lists/fields/store.ts'
import { selectValues, upsertValues } from '../../lists/fields/values-store.ts'
import type { ValueRow } from '../../lists/fields/wide-values-store.ts'
import type { List } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { requestOptIns } from '../consent/opt-in-mail.ts'
import { type Contact, selectContactsById } from '../store.ts'
import { findSuppressedKeys } from '../suppression/suppressed.ts'
import { selectTags } from '../tags-store.ts'
import type { ContactRow } from '../writing/read-rows.ts'
import { signalJoined } from '../writing/signal-joined.ts'
import { writeContacts } from '../writing/write-contacts.ts'
import { selectExistingKeys } from '../writing/write-store.ts'
import type { BulkAction } from './selection.ts'
import { copyDates, copySuppressions, deleteAllValues, moveContacts } from './transfer-store.ts'

interface Transfer {
  from: List
  to: List
  /** False: the contacts are copied and stay on the first list. */
  isMove: boolean
  /** The automation that transfers them, if any. */
  automation: number | undefined
}

/** A contact, and its row and status on the target list. */
interface TransferredContact {
  contact: Contact
  row: ContactRow
  status: ContactStatus
}

/** The contact on the target list: the same one after a move, a new one after a copy. */
interface ArrivedContact {
  id: number
  row: ContactRow
  status: ContactStatus
}

/**
 * Moves or copies contacts to another list with their tags, and with their values where the target
 * list has a field of the same key and type. Skips contacts that are already on that list, are
 * suppressed there, or lack a required field. A transfer never upgrades consent: if the target list
 * uses double opt-in, an active contact has to confirm first.
 */
export async function prepareTransfer(
  tx: Executor,
  service: Service,
  { from, to, isMove, automation }: Transfer,
): Promise<BulkAction> {
  const { secrets, clock } = service
  const now = clock.now()
  const listRef = { accountId: to.account_id, listId: to.id }
  const fields = await selectFields(tx, listRef)
  const pairs = pairFields(await selectFields(tx, { ...listRef, listId: from.id }), fields)

  return async (ids) => {
    const rows = await readRows(ids)
    const keys = rows.map(({ row }) => row.key)
    const existing = await selectExistingKeys(tx, listRef, keys)
    const suppressed = await findSuppressedKeys(tx, listRef, keys, secrets.hash)
    const welcome = rows.filter(
      ({ row }) => !existing.has(row.key) && !suppressed.has(row.key) && !row.missing,
    )
    const arrived = isMove ? await move(welcome) : await copy(welcome)
    await copySuppressions(
      tx,
      { accountId: to.account_id, from: from.id, to: to.id },
      keysOf(welcome),
    )
    return { done: arrived.length, optInsWaiting: await requestConsent(arrived) }
  }

  async function readRows(ids: readonly number[]): Promise<TransferredContact[]> {
    const values = await selectValues(tx, to.account_id, ids)
    const tags = await selectTags(tx, to.account_id, ids)
    return (await selectContactsById(tx, ids)).map((contact, index) => {
      const writes = transferredWrites(pairs, values.get(contact.id))
      const { email, email_key: key, domain, nombre, id } = contact
      const missing = findMissingField(fields, writes)
      const row = {
        index,
        email,
        key,
        domain,
        nombre,
        nombre_key: foldName(nombre),
        values: writes,
        tags: tags.get(id) ?? [],
        missing,
      }
      return { contact, row, status: statusOnTarget(contact.status, to) }
    })
  }

  async function move(contacts: readonly TransferredContact[]): Promise<ArrivedContact[]> {
    const ids = contacts.map(({ contact }) => contact.id)
    await deleteAllValues(tx, to.account_id, ids)
    for (const [status, some] of byStatus(contacts)) {
      await moveContacts(
        tx,
        to.id,
        some.map(({ contact }) => contact.id),
        { status, now },
      )
    }
    await upsertValues(
      tx,
      to.account_id,
      contacts.flatMap(({ contact, row }) => valueRows(contact.id, row, fields)),
    )
    const active = contacts.filter(({ status }) => status === 'active')
    await signalJoined(
      tx,
      { accountId: to.account_id, source: 'move', automation, now },
      active.map(({ contact }) => contact.id),
    )
    return contacts.map(({ contact, row, status }) => ({ id: contact.id, row, status }))
  }

  async function copy(contacts: readonly TransferredContact[]): Promise<ArrivedContact[]> {
    const arrived: ArrivedContact[] = []
    for (const [status, some] of byStatus(contacts)) {
      const { created } = await writeContacts(
        tx,
        {
          list: to,
          fields,
          mode: 'skip',
          source: 'copy',
          hashes: secrets.hash,
          now,
          status,
          automation,
        },
        some.map(({ row }) => row),
      )
      const originals = new Map(some.map(({ contact, row }) => [row.key, contact.id]))
      await copyDates(
        tx,
        created.flatMap(({ id, row }) => {
          const original = originals.get(row.key)
          return original === undefined ? [] : [{ id, original }]
        }),
      )
      for (const { id, row } of created) arrived.push({ id, row, status })
    }
    return arrived
  }

  /** Returns how many opt-in mails wait. */
  async function requestConsent(arrived: readonly ArrivedContact[]): Promise<number> {
    if (to.double_optin === 0) return 0
    const recipients = arrived
      .filter(({ status }) => status === 'unconfirmed')
      .map(({ id, row: { email, key } }) => ({ id, email, key }))
    return requestOptIns(tx, service, { list: to, cause: 'owner' }, recipients)
  }
}

const keysOf = (contacts: readonly TransferredContact[]): string[] =>
  contacts.map(({ row }) => row.key)

/** Consent to one list is no consent to another list with double opt-in. */
const statusOnTarget = (status: ContactStatus, to: List): ContactStatus =>
  status === 'active' && to.double_optin === 1 ? 'unconfirmed' : status

function byStatus(
  contacts: readonly TransferredContact[],
): Map<ContactStatus, TransferredContact[]> {
  const groups = new Map<ContactStatus, TransferredContact[]>()
  for (const each of contacts) {
    const group = groups.get(each.status) ?? []
    groups.set(each.status, group)
    group.push(each)
  }
  return groups
}

interface Pair {
  from: Field
  to: Field
}

const pairFields = (sourceFields: readonly Field[], targetFields: readonly Field[]): Pair[] =>
  sourceFields.flatMap((from) => {
    const to = targetFields.find(({ key, type }) => key === from.key && type === from.type)
    return to ? [{ from, to }] : []
  })

const transferredWrites = (
  pairs: readonly Pair[],
  stored: ReadonlyMap<number, readonly StoredPart[]> | undefined,
): FieldWrite[] =>
  pairs.flatMap(({ from, to }) => {
    const parts = (stored?.get(from.id) ?? []).filter((part) => isChoice(to, part))
    return parts.length > 0 ? [{ field: to, parts }] : []
  })

const withChoices = new Set(['dropdown', 'radio', 'multi'])

/** Whether the target field accepts the value: it may have other options. */
const isChoice = ({ type, options }: Field, { text }: StoredPart): boolean =>
  !withChoices.has(type) || (text !== null && options.includes(text))

const valueRows = (
  contact_id: number,
  { values }: ContactRow,
  fields: readonly Field[],
): ValueRow[] => {
  const filled = new Set(values.map(({ field }) => field))
  const defaults = defaultWrites(fields).filter(({ field }) => !filled.has(field))
  return [...values, ...defaults].flatMap(({ field, parts }) =>
    parts.map((part) => ({ contact_id, field_id: field.id, ...part })),
  )
}
