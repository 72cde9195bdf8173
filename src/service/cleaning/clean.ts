import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { lastContactId } from '../contacts/bulk-store.ts'
import type { Handler } from '../handler.ts'
import { insertJob } from '../jobs/queue-store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'

/** What a cleaning job is to look for, as its row keeps it. */
export type CleanTask = Omit<Input<typeof contract.lists.clean>, 'id'> & {
  /** Whoever did nothing since then is inactive: the same moment however long the job takes. */
  still_since: number
  /** The last contact that is looked at. */
  until: number
}

const dayMs = 86_400_000

export const clean =
  ({ reader, clock, wake }: Service): Handler<typeof contract.lists.clean> =>
  async ({ id, ...input }, { account, transact }) => {
    const place = { accountId: account.id, listId: id }
    const now = clock.now()
    const params: CleanTask = {
      ...input,
      still_since: now - input.inactive_days * dayMs,
      until: await lastContactId(reader, place),
    }
    const answer = await transact(async (tx) => {
      await findList(tx, place)
      return { job_id: await insertJob(tx, { ...place, kind: 'clean', params, now }) }
    })
    wake()
    return answer
  }
