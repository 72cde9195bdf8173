import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { deleteListRow, findList, isUsedByCampaign, type ListPlace } from './store.ts'

type Sweep = (db: Executor, place: ListPlace) => Promise<void>

/** The list is gone with its row, at once; what was on it is swept after it, in slices. */
export const remove =
  ({ db }: Service, sweep: Sweep): Handler<typeof contract.lists.delete> =>
  async ({ id }, { account, transact }) => {
    const place = { accountId: account.id, listId: id }
    const answer = await transact(async (tx) => {
      await findList(tx, place)
      if (await isUsedByCampaign(tx, id)) throw new Failure('in_use')
      await deleteListRow(tx, place)
      return { ok: true }
    })
    await sweep(db, place)
    return answer
  }
