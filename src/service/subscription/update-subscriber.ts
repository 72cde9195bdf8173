import type { FieldValue } from '../../contract/shapes/field.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { updateContact } from '../contacts/table/update-store.ts'
import type { Executor } from '../database/dialect.ts'
import { fieldsByName, readFieldValues } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { deleteValues, upsertValues } from '../lists/fields/values-store.ts'
import type { Subscriber } from './store.ts'

interface SubscriberChange {
  nombre?: string | undefined
  customFields?: Readonly<Record<string, FieldValue>> | undefined
}

/** Updates the name and fields of a subscriber. Ignores internal and unknown fields. */
export async function updateSubscriber(
  tx: Executor,
  { contact, list }: Pick<Subscriber, 'contact' | 'list'>,
  { nombre, customFields = {} }: SubscriberChange,
  now: number,
): Promise<void> {
  const open = (await selectFields(tx, { accountId: list.account_id, listId: list.id })).filter(
    ({ internal }) => !internal,
  )
  const byName = fieldsByName(open)
  const { writes, problems } = readFieldValues(byName, customFields, { strict: false })
  refuse(problems)
  const renamed = nombre === undefined ? {} : { nombre }
  if (!(await updateContact(tx, contact.id, renamed, { now }))) throw new Failure('not_found')
  const cells = writes.map(({ field }) => ({ contact_id: contact.id, field_id: field.id }))
  await deleteValues(tx, contact.account_id, cells)
  const values = writes.flatMap(({ field, parts }) =>
    parts.map((part) => ({ contact_id: contact.id, field_id: field.id, ...part })),
  )
  await upsertValues(tx, contact.account_id, values)
}
