import type { contract } from '../../../contract/index.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findList, type ListPlace } from '../store.ts'
import { clearValues } from './convert.ts'
import type { Field } from './field-values.ts'
import { deleteField, selectFields } from './store.ts'

/** What asks about the field, by its name. */
export type UserOfField = (
  tx: Executor,
  place: ListPlace,
  field: Field,
) => Promise<string | undefined>

/** The field is gone with its row, at once; nobody sees its values any more, and they follow in slices. */
export const remove =
  ({ db }: Service, userOf: UserOfField): Handler<typeof contract.fields.delete> =>
  async ({ id, field: fieldId, force }, { account, transact }) => {
    const answer = await transact(async (tx) => {
      const place = { accountId: account.id, listId: id }
      await findList(tx, place)
      const fields = await selectFields(tx, id)
      const field = fields.find((each) => each.id === fieldId)
      if (!field) throw new Failure('not_found')
      const by = isOn(force) ? undefined : await userOf(tx, place, field)
      if (by !== undefined) throw new Failure('in_use', { values: { by } })
      await deleteField(tx, fieldId)
      return { ok: true }
    })
    await clearValues(db, id, fieldId)
    return answer
  }
