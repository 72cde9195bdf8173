import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireSubscriber } from './find-subscriber.ts'
import { unsubscribeSubscriber } from './unsubscribe-subscriber.ts'

export const unsubscribe =
  (service: Service): Handler<typeof contract.subscription.unsubscribe> =>
  async ({ xsid, spam, reason }, { ip, transact }) => {
    const subscriber = await requireSubscriber(service, xsid, ip)
    const answer = await transact(async (tx) => {
      const details = { spam: spam === '1', reason: reason ?? '', now: service.clock.now() }
      if (!(await unsubscribeSubscriber(tx, subscriber, details))) throw new Failure('unsubscribed')
      return { success: true }
    })
    service.wake()
    return answer
  }
