import type { ContactStatus } from '../../contract/shapes/contact.ts'
import type { Executor } from '../database/dialect.ts'
import {
  defaultWrites,
  type Field,
  type FieldWrite,
  missingField,
  type StoredPart,
} from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { selectValues, type ValueRow, writeValues } from '../lists/fields/values-store.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import type { Act } from './bulk-task.ts'
import { queueOptInMails } from './opt-in-mail.ts'
import type { ContactRow } from './rows.ts'
import { signalJoined } from './signal-joined.ts'
import { type Contact, selectContactsById } from './store.ts'
import { selectSuppressed } from './suppressions-store.ts'
import { selectTags } from './tags-store.ts'
import { carryDates, carrySuppressions, deleteAllValues, moveContacts } from './transfer-store.ts'
import { writeContacts } from './write.ts'
import { selectKnown } from './write-store.ts'

interface Transfer {
  from: List
  to: List
  /** Otherwise they stay on the first list too. */
  isMove: boolean
  /** The automation that does it. */
  automation: number | undefined
}

/** A contact, and what it is to be on the other list. */
interface Carried {
  contact: Contact
  row: ContactRow
  status: ContactStatus
}

/** The contact that is there now: another one, or the same where it moved. */
interface Arrived {
  id: number
  row: ContactRow
  status: ContactStatus
}

/**
 * Brings contacts to another list, with their tags, and their values where the other list has a field
 * of the same key and type. Whoever is there already, is suppressed there, or lacks what the list
 * requires stays behind. Nobody is more active there than here: where the other list asks for
 * consent, they are asked for it.
 */
export async function openTransfer(
  tx: Executor,
  service: Service,
  { from, to, isMove, automation }: Transfer,
): Promise<Act> {
  const { secrets, clock } = service
  const now = clock.now()
  const fields = await selectFields(tx, to.id)
  const pairs = pairFields(await selectFields(tx, from.id), fields)
  const place = { accountId: to.account_id, listId: to.id }

  return async (ids) => {
    const rows = await readRows(ids)
    const keys = rows.map(({ row }) => row.key)
    const known = await selectKnown(tx, place, keys)
    const suppressed = await selectSuppressed(tx, place, keys, secrets.hash)
    const welcome = rows.filter(
      ({ row }) => !known.has(row.key) && !suppressed.has(row.key) && !row.missing,
    )
    const arrived = isMove ? await move(welcome) : await copy(welcome)
    await carrySuppressions(
      tx,
      { accountId: to.account_id, from: from.id, to: to.id },
      keysOf(welcome),
    )
    await ask(arrived)
    return arrived.length
  }

  async function readRows(ids: readonly number[]): Promise<Carried[]> {
    const values = await selectValues(tx, ids)
    const tags = await selectTags(tx, ids)
    return (await selectContactsById(tx, ids)).map((contact, index) => {
      const writes = carriedWrites(pairs, values.get(contact.id))
      const { email, email_key: key, domain, nombre, id } = contact
      const missing = missingField(fields, writes)
      const row = {
        index,
        email,
        key,
        domain,
        nombre,
        values: writes,
        tags: tags.get(id) ?? [],
        missing,
      }
      return { contact, row, status: statusThere(contact.status, to) }
    })
  }

  async function move(carried: readonly Carried[]): Promise<Arrived[]> {
    const ids = carried.map(({ contact }) => contact.id)
    await deleteAllValues(tx, ids)
    for (const [status, some] of byStatus(carried)) {
      await moveContacts(
        tx,
        to.id,
        some.map(({ contact }) => contact.id),
        { status, now },
      )
    }
    await writeValues(
      tx,
      carried.flatMap(({ contact, row }) => valueRows(contact.id, row, fields)),
    )
    const active = carried.filter(({ status }) => status === 'active')
    await signalJoined(
      tx,
      { accountId: to.account_id, source: 'move', automation, now },
      active.map(({ contact }) => contact.id),
    )
    return carried.map(({ contact, row, status }) => ({ id: contact.id, row, status }))
  }

  async function copy(carried: readonly Carried[]): Promise<Arrived[]> {
    const arrived: Arrived[] = []
    for (const [status, some] of byStatus(carried)) {
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
      await carryDates(
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

  async function ask(arrived: readonly Arrived[]): Promise<void> {
    if (to.double_optin === 0) return
    const people = arrived
      .filter(({ status }) => status === 'unconfirmed')
      .map(({ id, row: { email, key } }) => ({ id, email, key }))
    const language = await ownerLanguage(tx, to)
    await queueOptInMails(tx, service, { list: to, language }, people)
  }
}

const keysOf = (carried: readonly Carried[]): string[] => carried.map(({ row }) => row.key)

/** Consent to one list is none to another that asks for it. */
const statusThere = (status: ContactStatus, to: List): ContactStatus =>
  status === 'active' && to.double_optin === 1 ? 'unconfirmed' : status

function byStatus(carried: readonly Carried[]): Map<ContactStatus, Carried[]> {
  const groups = new Map<ContactStatus, Carried[]>()
  for (const each of carried) {
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

const pairFields = (here: readonly Field[], there: readonly Field[]): Pair[] =>
  here.flatMap((from) => {
    const to = there.find(({ key, type }) => key === from.key && type === from.type)
    return to ? [{ from, to }] : []
  })

const carriedWrites = (
  pairs: readonly Pair[],
  held: ReadonlyMap<number, readonly StoredPart[]> | undefined,
): FieldWrite[] =>
  pairs.flatMap(({ from, to }) => {
    const parts = (held?.get(from.id) ?? []).filter((part) => isChoice(to, part))
    return parts.length > 0 ? [{ field: to, parts }] : []
  })

const withChoices = new Set(['dropdown', 'radio', 'multi'])

/** A list of choices may lack one that the other list has. */
const isChoice = ({ type, options }: Field, { text }: StoredPart): boolean =>
  !withChoices.has(type) || (text !== null && options.includes(text))

const valueRows = (
  contact_id: number,
  { values }: ContactRow,
  fields: readonly Field[],
): ValueRow[] => {
  const given = new Set(values.map(({ field }) => field))
  const others = defaultWrites(fields).filter(({ field }) => !given.has(field))
  return [...values, ...others].flatMap(({ field, parts }) =>
    parts.map((part) => ({ contact_id, field_id: field.id, ...part })),
  )
}
