import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { type FieldValues, fieldValuesOf } from '../field-values-store.ts'

/** Returns the merge values of a contact; without a contact, no values. */
export async function sampleValues(
  db: Executor,
  account: number,
  contact: number | string | undefined,
): Promise<FieldValues> {
  if (contact === undefined) return {}
  const row = await db
    .selectFrom('contacts')
    .select(['id', 'email', 'nombre'])
    .where('id', '=', Number(contact))
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (!row) {
    throw new Failure('invalid', { problems: [{ field: 'contact_id', code: 'unknown_id' }] })
  }
  const fields = await fieldValuesOf(db, account, [row.id])
  return { ...fields.get(row.id), email: row.email, nombre: row.nombre }
}
