import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { transition } from './campaign.ts'
import { findCampaign, updateCampaign } from './store.ts'
import { statusOf } from './view.ts'

export const remove =
  ({ clock }: Service): Handler<typeof contract.campaigns.delete> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => {
      const row = await findCampaign(tx, account.id, id)
      transition(statusOf(row), 'delete')
      // Somebody may have sent it since it was read.
      if (!(await updateCampaign(tx, row, { deleted_at: clock.now() })))
        throw new Failure('conflict')
      return { ok: true }
    })
