import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { subscriberOf } from './find.ts'
import { leave } from './leave.ts'

export const unsubscribe =
  (service: Service): Handler<typeof contract.subscription.unsubscribe> =>
  async ({ xsid, spam, reason }, { ip, transact }) => {
    const subscriber = await subscriberOf(service, xsid, ip)
    const answer = await transact(async (tx) => {
      const how = { spam: spam === '1', reason: reason ?? '', now: service.clock.now() }
      if (!(await leave(tx, subscriber, how))) throw new Failure('unsubscribed')
      return { success: true }
    })
    service.wake()
    return answer
  }
