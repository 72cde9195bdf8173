import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireSubscriber } from './find-subscriber.ts'
import { updateSubscriber } from './update-subscriber.ts'

export const update =
  (service: Service): Handler<typeof contract.subscription.update> =>
  async ({ xsid, ...wanted }, { ip, transact }) => {
    const subscriber = await requireSubscriber(service, xsid, ip)
    return transact(async (tx) => {
      await updateSubscriber(tx, subscriber, wanted, service.clock.now())
      return { success: true }
    })
  }
