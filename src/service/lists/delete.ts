import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { deleteListRow, findList, isUsedByCampaign } from './store.ts'
import { sweepList } from './sweep.ts'

/** The list is gone with its row, at once; what was on it follows in slices. */
export const remove =
  ({ db }: Service): Handler<typeof contract.lists.delete> =>
  async ({ id }, { account, transact }) => {
    const place = { accountId: account.id, listId: id }
    const answer = await transact(async (tx) => {
      await findList(tx, place)
      if (await isUsedByCampaign(tx, id)) throw new Failure('in_use')
      await deleteListRow(tx, place)
      return { ok: true }
    })
    await sweepList(db, place)
    return answer
  }
