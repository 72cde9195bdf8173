import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { dayMs } from '../../core/time.ts'
import { lastContactId } from '../contacts/store.ts'
import type { Handler } from '../handler.ts'
import { insertJob } from '../jobs/queue-store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'

/** The parameters of a cleaning job, as stored in its row. */
export type CleanTask = Omit<Input<typeof contract.lists.clean>, 'id'> & {
  /**
   * Contacts without activity since this time are inactive. Fixed at the start, however long the
   * job takes.
   */
  still_since: number
  /** The highest contact id to check. */
  until: number
}

export const clean =
  ({ reader, clock, wake }: Service): Handler<typeof contract.lists.clean> =>
  async ({ id, ...input }, { account, transact }) => {
    const listRef = { accountId: account.id, listId: id }
    const now = clock.now()
    const params: CleanTask = {
      ...input,
      still_since: now - input.inactive_days * dayMs,
      until: await lastContactId(reader, listRef),
    }
    const answer = await transact(async (tx) => {
      await findList(tx, listRef)
      return { job_id: await insertJob(tx, { ...listRef, kind: 'clean', params, now }) }
    })
    wake()
    return answer
  }
