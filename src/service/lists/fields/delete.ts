import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findList } from '../store.ts'
import { clearValues } from './convert.ts'
import { deleteField, selectFields } from './store.ts'

/** The field is gone with its row, at once; nobody sees its values any more, and they follow in slices. */
export const remove =
  ({ db }: Service): Handler<typeof contract.fields.delete> =>
  async ({ id, field: fieldId }, { account, transact }) => {
    const answer = await transact(async (tx) => {
      await findList(tx, { accountId: account.id, listId: id })
      const fields = await selectFields(tx, id)
      if (!fields.some((field) => field.id === fieldId)) throw new Failure('not_found')
      await deleteField(tx, fieldId)
      return { ok: true }
    })
    await clearValues(db, id, fieldId)
    return answer
  }
