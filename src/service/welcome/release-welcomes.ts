import { asLanguage, type Language } from '../../core/language.ts'
import { minuteMs } from '../../core/time.ts'
import { findOptInSender } from '../contacts/consent/opt-in-requests-store.ts'
import {
  type DueWelcome,
  deleteWelcomes,
  markWelcomed,
  nextWelcomeAccount,
  postponeWelcomes,
  selectDueWelcomes,
} from '../contacts/welcomes-store.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import { findListById, type List } from '../lists/store.ts'
import { countMails } from '../mail-limits/mail-limits.ts'
import type { Service } from '../service.ts'
import { remainingLimits, resetOf } from '../users/quota.ts'
import { lockSends, takeSends } from '../users/quota-store.ts'
import { type Account, findAccount } from '../users/store.ts'
import { prepareWelcomeCampaign } from './welcome-campaign.ts'
import { insertWelcomeRecipients } from './welcome-campaign-store.ts'

/** Requests in one transaction. */
const welcomesAtOnce = 100

/** How soon the workers look again for a verified sender or a larger quota. */
const retryMs = minuteMs

/**
 * Queues the welcome mails of people who joined a list. They are messages of a campaign that belongs to
 * the list, like those of automations: so bounces, complaints, the unsubscribe header, the monthly limit
 * and the check before each message are the same as for other marketing mail. A request is marked in the
 * transaction that queues its message, so no one gets two. Each call serves the next account, in turn.
 * Returns whether there may be more to do.
 */
export function createWelcomeRelease(service: Service): () => Promise<boolean> {
  const { db, clock } = service
  const pausedUntil = new Map<number, number>()
  let last = 0

  return async () => {
    const now = clock.now()
    const accountId = await nextWelcomeAccount(db, last, now)
    const isRoundOver = accountId === undefined
    last = accountId ?? 0
    if (isRoundOver || (pausedUntil.get(accountId) ?? 0) > now) return !isRoundOver
    pausedUntil.delete(accountId)
    const isStuck = await inTransaction(db, (tx) => releaseAccount(tx, service, accountId))
    if (isStuck) pausedUntil.set(accountId, now + retryMs)
    service.wake()
    return true
  }
}

/** Serves one account once. Returns whether all that is due has to wait. */
async function releaseAccount(tx: Executor, service: Service, accountId: number): Promise<boolean> {
  const now = service.clock.now()
  // The account comes first: transactions that lock messages before it would deadlock.
  await lockSends(tx, accountId)
  const account = await findAccount(tx, accountId)
  const due = await selectDueWelcomes(tx, accountId, { now, limit: welcomesAtOnce })
  const wanted = due.filter(({ is_wanted }) => is_wanted === 1)
  await deleteWelcomes(
    tx,
    due.filter(({ is_wanted }) => is_wanted === 0).map(({ id }) => id),
  )
  if (wanted.length === 0) return false
  const count = Math.min(wanted.length, Math.max(0, remainingLimits(account, now).monthly_sends))
  // Every list may use the first verified sender of the account.
  const hasSender = (await findOptInSender(tx, accountId, null)) !== undefined
  if (count === 0 || !hasSender) return true
  const candidates = wanted.slice(0, count)
  const refused = await countMails(
    tx,
    service,
    { kind: 'welcome', accountId },
    candidates.map(({ email_key }) => email_key),
  )
  await postponeWelcomes(
    tx,
    candidates.flatMap(({ id }, index) => {
      const nextAt = refused.get(index)
      return nextAt === undefined ? [] : [{ id, next_at: nextAt }]
    }),
  )
  const admitted = candidates.filter((_, index) => !refused.has(index))
  for (const listId of new Set(admitted.map(({ list_id }) => list_id))) {
    const list = await findListById(tx, listId)
    const people = admitted.filter(({ list_id }) => list_id === listId)
    if (list) await queueWelcomes(tx, { account, list, now }, people)
  }
  return false
}

interface WelcomeContext {
  account: Account
  list: List
  now: number
}

async function queueWelcomes(
  tx: Executor,
  { account, list, now }: WelcomeContext,
  people: readonly DueWelcome[],
): Promise<void> {
  const language: Language = asLanguage(account.language)
  const campaign = await prepareWelcomeCampaign(tx, { list, language, now })
  const ids = people.map(({ id }) => id)
  if (campaign === undefined) return deleteWelcomes(tx, ids)
  const resetAt = resetOf(account, now)
  const sends = { accountId: account.id, count: people.length, resetAt, now }
  if (!(await takeSends(tx, sends))) return
  const batch = { accountId: account.id, campaign, takenUntil: resetAt, now }
  await insertWelcomeRecipients(tx, batch, people)
  await markWelcomed(tx, ids)
}
