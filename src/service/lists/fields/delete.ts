import type { contract } from '../../../contract/index.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findList, type ListRef } from '../store.ts'
import { clearValues } from './convert.ts'
import type { Field } from './field-values.ts'
import { deleteField, selectFields } from './store.ts'

/** Returns the name of something whose rules use the field. */
export type FindFieldUsage = (
  tx: Executor,
  listRef: ListRef,
  field: Field,
) => Promise<string | undefined>

/**
 * Deletes the field's row at once. Its values, no longer visible, are deleted afterwards in slices.
 */
export const remove =
  ({ db }: Service, findUsage: FindFieldUsage): Handler<typeof contract.fields.delete> =>
  async ({ id, field: fieldId, force }, { account, transact }) => {
    const listRef = { accountId: account.id, listId: id }
    const answer = await transact(async (tx) => {
      await findList(tx, listRef)
      const fields = await selectFields(tx, listRef)
      const field = fields.find((each) => each.id === fieldId)
      if (!field) throw new Failure('not_found')
      const by = isOn(force) ? undefined : await findUsage(tx, listRef, field)
      if (by !== undefined) throw new Failure('in_use', { values: { by } })
      await deleteField(tx, fieldId)
      return { ok: true }
    })
    await clearValues(db, listRef, fieldId)
    return answer
  }
