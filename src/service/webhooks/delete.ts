import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseOtherAccount } from './owner.ts'
import { deleteWebhook, findWebhook } from './store.ts'

/** Deletes a webhook at once. Its deliveries are removed later. */
export const remove =
  (_: Service): Handler<typeof contract.webhooks.delete> =>
  ({ id: user, webhook: webhookId }, { account, transact, note }) => {
    refuseOtherAccount(account, user)
    return transact(async (tx) => {
      const key = { accountId: account.id, webhookId }
      const { url } = await findWebhook(tx, key)
      await deleteWebhook(tx, key)
      note({ before: { url } })
      return { ok: true }
    })
  }
