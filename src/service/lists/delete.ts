import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { deleteListRow, findList, isUsedByCampaign, type ListPlace } from './store.ts'

/** What names the list and would be at a loss without it, by its name. */
export type UserOfList = (tx: Executor, place: ListPlace) => Promise<string | undefined>

export type Sweep = (db: Executor, place: ListPlace) => Promise<void>

/** The list is gone with its row, at once; what was on it is swept after it, in slices. */
export const remove =
  ({ db }: Service, sweep: Sweep, userOf: UserOfList): Handler<typeof contract.lists.delete> =>
  async ({ id }, { account, transact }) => {
    const place = { accountId: account.id, listId: id }
    const answer = await transact(async (tx) => {
      await findList(tx, place)
      if (await isUsedByCampaign(tx, id)) throw new Failure('in_use')
      const by = await userOf(tx, place)
      if (by !== undefined) throw new Failure('in_use', { values: { by } })
      await deleteListRow(tx, place)
      return { ok: true }
    })
    await sweep(db, place)
    return answer
  }
