import { dialectOf, type Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import {
  addSequences,
  keepSharedOrder,
  lockSequences,
  publishNext,
  selectWaitingAccounts,
} from './account-order-store.ts'
import {
  insertDeliveriesFor,
  nextAccounts,
  type Subscription,
  selectSubscriptions,
} from './deliveries-store.ts'
import {
  hasUnpublished,
  lockPublished,
  selectNextEvents,
  setPublished,
} from './shared-order-store.ts'

/** Bounds both the events and the deliveries of one transaction, so that other writers hardly wait. */
const batchSize = 1000
/** How far a publisher looks for accounts that no other one is publishing. */
const maxPages = 10

/**
 * Creates a delivery of each event for every webhook that subscribes to it, in commit order.
 * Returns how many events it published.
 */
export async function publishEvents(db: Executor): Promise<number> {
  const shared = await publishShared(db)
  return shared > 0 || dialectOf(db).isInOrder ? shared : publishByAccount(db)
}

/**
 * Publishes events whose numbers are of the order that all accounts share: those of SQLite, and on PostgreSQL
 * what came from SQLite or has its number from a program of the version before.
 */
async function publishShared(db: Executor): Promise<number> {
  if (!(await hasUnpublished(db))) return 0
  return inTransaction(db, async (tx) => {
    const last = await lockPublished(tx)
    const subscriptions = await selectSubscriptions(tx, nextAccounts(tx, last, batchSize))
    const next = await selectNextEvents(tx, last, limitFor(subscriptions))
    if (next.upTo !== null) {
      await insertDeliveriesFor(tx, subscriptions, { after: last, upTo: next.upTo })
    }
    await setPublished(tx, next.upTo)
    return next.count
  })
}

/** Numbers and publishes events, each account in an order of its own. */
async function publishByAccount(db: Executor): Promise<number> {
  const passed = new Set<number>()
  let after = 0
  for (let turn = 0; turn < maxPages; turn++) {
    const page = { after, limit: batchSize }
    const waiting = await selectWaitingAccounts(db, page)
    if (waiting.length === 0) return 0
    await addSequences(
      db,
      waiting.filter(({ hasSequence }) => !hasSequence).map(({ id }) => id),
    )
    // Those of an earlier page have older events there.
    const accountIds = waiting.map(({ id }) => id).filter((id) => !passed.has(id))
    const count = await publishAccounts(db, page, accountIds)
    if (count > 0) return count
    for (const id of accountIds) passed.add(id)
    after = Math.max(...waiting.map(({ lastEventId }) => lastEventId))
  }
  return 0
}

async function publishAccounts(
  db: Executor,
  page: { after: number; limit: number },
  accountIds: readonly number[],
): Promise<number> {
  if (accountIds.length === 0) return 0
  return inTransaction(db, async (tx) => {
    const sequences = await lockSequences(tx, accountIds)
    if (sequences.length === 0) return 0
    await keepSharedOrder(tx)
    const listeners = await selectSubscriptions(
      tx,
      sequences.map(({ account_id }) => account_id),
    )
    return publishNext(tx, { page, sequences, listeners, limit: limitFor(listeners) })
  })
}

const limitFor = (subscriptions: readonly Subscription[]): number =>
  Math.ceil(batchSize / maxDeliveriesPerEvent(subscriptions))

function maxDeliveriesPerEvent(subscriptions: readonly Subscription[]): number {
  const counts = new Map<string, number>()
  for (const { account, type } of subscriptions) {
    const key = `${account} ${type}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.max(1, ...counts.values())
}
