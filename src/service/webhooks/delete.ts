import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseOthers } from './owner.ts'
import { deleteWebhook, findWebhook } from './store.ts'

/** Gone at once for whoever asks; what was on its way to it is swept later. */
export const remove =
  (_: Service): Handler<typeof contract.webhooks.delete> =>
  ({ id: user, webhook: webhookId }, { account, transact }) => {
    refuseOthers(account, user)
    return transact(async (tx) => {
      const place = { accountId: account.id, webhookId }
      await findWebhook(tx, place)
      await deleteWebhook(tx, place)
      return { ok: true }
    })
  }
