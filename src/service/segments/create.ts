import type { contract } from '../../contract/index.ts'
import { checkConditions } from '../conditions/check.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { readList } from './input.ts'
import { insertSegment } from './store.ts'

export const create =
  ({ clock }: Service): Handler<typeof contract.segments.create> =>
  ({ name, list_id, conditions }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      const listId = await readList(tx, account.id, list_id)
      await checkConditions(tx, { accountId: account.id, listId }, conditions)
      const id = await insertSegment(tx, {
        account_id: account.id,
        name,
        list_id: listId,
        conditions: JSON.stringify(conditions),
        contacts: null,
        computed_at: null,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      return { ok: true, id }
    })
