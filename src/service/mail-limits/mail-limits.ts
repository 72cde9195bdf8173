import { createHmac } from 'node:crypto'
import { mailboxOf } from '../../core/mail/mailbox.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import type { Service } from '../service.ts'
import {
  addToCounter,
  countBelow,
  type Limit,
  lockRest,
  selectAccountsAbove,
  windowStart,
} from './mail-limits-store.ts'

const weekMs = 7 * dayMs

/** Enough for an afternoon of changes to a campaign. */
export const testsToMailboxADay = 20

interface MailboxLimits {
  /** Of the mails that one account causes. */
  fromAccount: readonly Limit[]
  /** Of those that all accounts cause together. */
  fromAll: readonly Limit[]
}

/**
 * How many mails of each kind one mailbox gets because a person enters its address. Only requests
 * count: mail that a campaign or an automation sends has the limits of campaigns. From the shortest
 * window to the longest: a mail that a longer window refuses has used up a shorter one that does not
 * matter before the longer one ends.
 */
const mailboxLimits = {
  optin: {
    fromAccount: [{ max: 3, windowMs: dayMs }],
    fromAll: [
      { max: 5, windowMs: dayMs },
      { max: 10, windowMs: weekMs },
    ],
  },
  welcome: {
    fromAccount: [{ max: 3, windowMs: dayMs }],
    fromAll: [
      { max: 5, windowMs: dayMs },
      { max: 10, windowMs: weekMs },
    ],
  },
  unsubscribe: {
    fromAccount: [{ max: 3, windowMs: dayMs }],
    fromAll: [{ max: 10, windowMs: dayMs }],
  },
  personal_data: {
    fromAccount: [{ max: 3, windowMs: dayMs }],
    fromAll: [{ max: 10, windowMs: dayMs }],
  },
  sender_code: {
    fromAccount: [
      { max: 1, windowMs: minuteMs },
      { max: 10, windowMs: dayMs },
    ],
    fromAll: [{ max: 20, windowMs: dayMs }],
  },
  sign_up: { fromAccount: [], fromAll: [{ max: 3, windowMs: dayMs }] },
  password_reset: { fromAccount: [], fromAll: [{ max: 5, windowMs: dayMs }] },
  webhook_disabled: { fromAccount: [], fromAll: [{ max: 10, windowMs: dayMs }] },
  campaign_paused: { fromAccount: [], fromAll: [{ max: 10, windowMs: dayMs }] },
  campaign_test: { fromAccount: [], fromAll: [{ max: testsToMailboxADay, windowMs: dayMs }] },
} as const satisfies Record<string, MailboxLimits>

type LimitedMail = keyof typeof mailboxLimits

type Context = Pick<Service, 'secrets' | 'clock'>

interface Cause {
  kind: LimitedMail
  /** 0: no account. */
  accountId: number
}

/**
 * Counts one mail to each address, and returns when those may be mailed again that are over a limit:
 * by their position in `emailKeys`. The others may be mailed now.
 */
export async function countMails(
  tx: Executor,
  { secrets, clock }: Context,
  { kind, accountId }: Cause,
  emailKeys: readonly string[],
): Promise<ReadonlyMap<number, number>> {
  const now = clock.now()
  const { fromAccount, fromAll }: MailboxLimits = mailboxLimits[kind]
  // Counters keep a keyed hash: they are not a list of addresses.
  const [{ secret }] = secrets.hash
  const mailboxes = emailKeys.map((key) =>
    createHmac('sha256', secret)
      .update(`mailbox\0${mailboxOf(key)}`)
      .digest('base64url'),
  )
  const refused = new Map<number, number>()
  const apply = async (limit: Limit, scope: string) => {
    const open = mailboxes.flatMap((mailbox, index) =>
      refused.has(index)
        ? []
        : [{ index, key: `mail ${kind} ${limit.windowMs} ${scope} ${mailbox}` }],
    )
    const freeAt = windowStart(limit, now) + limit.windowMs
    for (const round of inRounds(open, limit.max)) {
      const counted = await countBelow(
        tx,
        round.map(({ key }) => key),
        limit,
        now,
      )
      for (const { index, key } of round) if (!counted.has(key)) refused.set(index, freeAt)
    }
    for (const { index } of open.filter(isBeyond(limit.max))) refused.set(index, freeAt)
  }
  for (const limit of fromAccount) await apply(limit, `from ${accountId} to`)
  for (const limit of fromAll) await apply(limit, 'to')
  return refused
}

interface Keyed {
  index: number
  key: string
}

/** Whether a key has occurred more than `max` times. */
function isBeyond(max: number): (item: Keyed) => boolean {
  const counts = new Map<string, number>()
  return ({ key }) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > max
  }
}

/** Divides items into at most `max` rounds, in none of which a key occurs twice. */
function inRounds(items: readonly Keyed[], max: number): Keyed[][] {
  const rounds: Keyed[][] = []
  const counts = new Map<string, number>()
  for (const item of items) {
    const round = counts.get(item.key) ?? 0
    counts.set(item.key, round + 1)
    if (round >= max) continue
    if (rounds.length === round) rounds.push([])
    rounds[round]?.push(item)
  }
  return rounds
}

/** A number of mails that an account may cause in the current windows. */
interface Allowance {
  left: number
  /** When the windows that leave nothing have ended. */
  freeAt: number
  /** Counts mails, at most `left`. */
  take(count: number): Promise<void>
}

interface AccountLimits {
  what: string
  accountId: number
  own: readonly Limit[]
  /**
   * For all accounts below one together, so that more accounts do not mean more mail. Quotas are
   * divided among accounts anyway, so mail that counts against the monthly sends may do without.
   */
  below?: readonly Limit[]
}

/**
 * Locks the counters of an account and of those above it until the transaction ends, and returns what
 * they leave. The account at the top has no limit for those below: it is the operator's.
 */
export async function lockAllowance(
  tx: Executor,
  { clock }: Pick<Service, 'clock'>,
  { what, accountId, own, below = [] }: AccountLimits,
): Promise<Allowance> {
  const now = clock.now()
  const above = below.length > 0 ? await selectAccountsAbove(tx, accountId) : []
  const counters = [
    ...above.flatMap((id) => below.map((limit) => ({ limit, scope: `below ${id}` }))),
    ...own.map((limit) => ({ limit, scope: `of ${accountId}` })),
  ].map(({ limit, scope }) => ({ limit, key: `mail ${what} ${limit.windowMs} ${scope}` }))
  let left = Number.POSITIVE_INFINITY
  let freeAt = now
  for (const { key, limit } of counters) {
    const rest = await lockRest(tx, key, limit, now)
    if (rest === 0) freeAt = Math.max(freeAt, windowStart(limit, now) + limit.windowMs)
    left = Math.min(left, rest)
  }
  return {
    left,
    freeAt,
    async take(count) {
      if (count === 0) return
      for (const { key } of counters) await addToCounter(tx, key, count)
    },
  }
}
