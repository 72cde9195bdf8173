import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { lockRow } from '../database/row-locks.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { deleteListRow, findCampaignOfList, type ListRef } from './store.ts'

/** Returns the name of something that uses the list and would break without it. */
export type FindListUsage = (tx: Executor, listRef: ListRef) => Promise<string | undefined>

export type DeleteListContents = (db: Executor, listRef: ListRef) => Promise<void>

/** Deletes the list's row at once, and its contents afterwards in slices. */
export const remove =
  (
    { db }: Service,
    deleteContents: DeleteListContents,
    findUsage: FindListUsage,
  ): Handler<typeof contract.lists.delete> =>
  async ({ id }, { account, transact }) => {
    const listRef = { accountId: account.id, listId: id }
    const answer = await transact(async (tx) => {
      await lockRow(tx, 'lists', account.id, id)
      const by = (await findCampaignOfList(tx, id)) ?? (await findUsage(tx, listRef))
      if (by !== undefined) throw new Failure('in_use', { values: { by } })
      await deleteListRow(tx, listRef)
      return { ok: true }
    })
    await deleteContents(db, listRef)
    return answer
  }
