import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { change } from './change.ts'
import { subscriberOf } from './find.ts'

export const update =
  (service: Service): Handler<typeof contract.subscription.update> =>
  async ({ xsid, ...wanted }, { ip, transact }) => {
    const subscriber = await subscriberOf(service, xsid, ip)
    return transact(async (tx) => {
      await change(tx, subscriber, wanted, service.clock.now())
      return { success: true }
    })
  }
