import type { Executor } from '../database/dialect.ts'
import { insertDeliveriesFor, type Subscription, selectSubscriptions } from './deliveries-store.ts'
import {
  hasUnpublished,
  lockSequence,
  numberEvents,
  selectNextEvents,
  setSequence,
} from './sequence-store.ts'

/** Bounds both the events and the deliveries of one transaction, so that other writers hardly wait. */
const batchSize = 1000

/**
 * Creates a delivery of each event for every webhook that subscribes to it, in commit order.
 * Returns how many events it published.
 */
export async function publishEvents(db: Executor): Promise<number> {
  if (!(await hasUnpublished(db))) return 0
  return db.transaction().execute(async (tx) => {
    const last = await lockSequence(tx, 'deliveries')
    await numberEvents(tx, { published: last, limit: batchSize })
    const subscriptions = await selectSubscriptions(tx, last, batchSize)
    const limit = Math.ceil(batchSize / maxDeliveriesPerEvent(subscriptions))
    const next = await selectNextEvents(tx, last, limit)
    if (next.upTo === null) return 0
    await insertDeliveriesFor(tx, subscriptions, { after: last, upTo: next.upTo })
    await setSequence(tx, 'deliveries', next.upTo)
    return next.count
  })
}

function maxDeliveriesPerEvent(subscriptions: readonly Subscription[]): number {
  const counts = new Map<string, number>()
  for (const { account, type } of subscriptions) {
    const key = `${account} ${type}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.max(1, ...counts.values())
}
