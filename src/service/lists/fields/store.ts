import type { FieldType } from '../../../contract/shapes/field.ts'
import type { Executor } from '../../database/dialect.ts'
import { refuseTaken } from '../../database/refuse-taken.ts'
import type { ListFieldRow } from '../../database/schema/list.ts'
import type { ListRef } from '../store.ts'
import type { Field } from './field-values.ts'

type StoredField = Omit<ListFieldRow, 'id'> & { id: number }

const readRow = (row: StoredField): Field => ({
  id: row.id,
  key: row.key,
  name: row.name,
  type: row.type as FieldType, // only the two functions below write it
  options: JSON.parse(row.options) as string[],
  internal: row.internal === 1,
  required: row.required === 1,
  default: row.default_value,
})

const writeRow = (field: Omit<Field, 'id'>) => ({
  name: field.name,
  key: field.key,
  type: field.type,
  options: JSON.stringify(field.options),
  internal: field.internal ? (1 as const) : (0 as const),
  required: field.required ? (1 as const) : (0 as const),
  default_value: field.default,
})

/** Returns the fields of a list in order of creation. */
export async function selectFields(db: Executor, { accountId, listId }: ListRef): Promise<Field[]> {
  const rows = await db
    .selectFrom('list_fields')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute()
  return rows.map(readRow)
}

/** Returns the fields of all lists of an account, each with its list id. */
export async function selectAllFields(
  db: Executor,
  accountId: number,
): Promise<(Field & { listId: number })[]> {
  const rows = await db
    .selectFrom('list_fields')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...readRow(row), listId: row.list_id }))
}

export async function insertField(
  db: Executor,
  { accountId, listId }: ListRef,
  field: Omit<Field, 'id'>,
  now: number,
): Promise<number> {
  const row = { account_id: accountId, list_id: listId, created_at: now, ...writeRow(field) }
  const { id } = await refuseTaken(db, field.name, () =>
    db.insertInto('list_fields').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

export async function updateField(db: Executor, field: Field): Promise<void> {
  await db.updateTable('list_fields').set(writeRow(field)).where('id', '=', field.id).execute()
}

export async function deleteField(db: Executor, fieldId: number): Promise<void> {
  await db.deleteFrom('list_fields').where('id', '=', fieldId).execute()
}
