import { type Address, normaliseAddress } from '../../../core/address.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import { mailboxOf } from '../../../core/mail/mailbox.ts'
import { dayMs, hourMs } from '../../../core/time.ts'
import { erasedKeys } from '../../contacts/suppression/suppressed.ts'
import {
  selectAnySuppressions,
  testMessages,
  wholeAccount,
} from '../../contacts/suppression/suppressions-store.ts'
import type { Executor } from '../../database/dialect.ts'
import { countMails, lockAllowance, testsToMailboxADay } from '../../mail-limits/mail-limits.ts'
import type { Service } from '../../service.ts'
import { planLimits } from '../../users/plan-limits.ts'
import { resetOf } from '../../users/quota.ts'
import { takeSends } from '../../users/quota-store.ts'
import { findAccount } from '../../users/store.ts'
import { selectUserAddresses, selectVerifiedKeys } from './test-recipients-store.ts'

type Dependencies = Pick<Service, 'secrets' | 'clock'>

interface TestMails {
  addresses: readonly Address[]
  /** Versions of the campaign: each address gets every one. */
  copies: number
}

/**
 * Counts the messages of a test, or refuses all of them. They count against the monthly sends. To
 * verified senders' addresses there is no other limit. To the addresses of the account's users, which
 * anyone may enter, it is wide, and to all others narrow. An address that left any list gets none.
 */
export async function admitTests(
  tx: Executor,
  service: Dependencies,
  accountId: number,
  { addresses, copies }: TestMails,
): Promise<void> {
  const now = service.clock.now()
  const verified = mailboxesOf(await selectVerifiedKeys(tx, accountId))
  await refuseSuppressed(tx, service, accountId, { addresses, verified })
  const account = await findAccount(tx, accountId)
  const count = addresses.length * copies
  if (!(await takeSends(tx, { accountId, count, resetAt: resetOf(account, now), now }))) {
    throw new Failure('quota_exceeded')
  }
  const unverified = addresses.filter(({ key }) => !verified.has(mailboxOf(key)))
  const emails = await selectUserAddresses(tx, accountId)
  const users = mailboxesOf(emails.flatMap((email) => normaliseAddress(email)?.key ?? []))
  const toUsers = unverified.filter(({ key }) => users.has(mailboxOf(key))).length
  const { testsToUsersADay, testsToOthersADay } = planLimits(account.plan)
  const take = (what: string, limit: number, mails: number) =>
    takeTests(tx, service, { what, accountId }, { limit, mails: mails * copies })
  await take('test to user', testsToUsersADay, toUsers)
  await take('test', testsToOthersADay, unverified.length - toUsers)
  const keys = unverified.flatMap(({ key }) => Array.from({ length: copies }, () => key))
  const full = await countMails(tx, service, { kind: 'campaign_test', accountId }, keys)
  for (const freeAt of full.values()) throw overLimit(testsToMailboxADay, freeAt - now)
}

/** The accounts below one have the limits of this many accounts together. */
const accountsBelow = 10

const mailboxesOf = (keys: readonly string[]): ReadonlySet<string> => new Set(keys.map(mailboxOf))

async function takeTests(
  tx: Executor,
  service: Dependencies,
  of: { what: string; accountId: number },
  { limit, mails }: { limit: number; mails: number },
): Promise<void> {
  if (mails === 0) return
  const own = [{ max: limit, windowMs: dayMs }]
  const below = [{ max: limit * accountsBelow, windowMs: dayMs }]
  const allowance = await lockAllowance(tx, service, { ...of, own, below })
  if (allowance.left < mails) throw overLimit(limit, dayMs - (service.clock.now() % dayMs))
  await allowance.take(mails)
}

const overLimit = (limit: number, leftMs: number) =>
  new Failure('test_limit', {
    values: { limit, hours: Math.ceil(leftMs / hourMs) },
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  })

/**
 * Refuses addresses that must not be mailed. A verified sender's address belongs to the account, so
 * an unsubscribe from a list, which its owner may have tried out, does not count.
 */
async function refuseSuppressed(
  tx: Executor,
  { secrets }: Dependencies,
  accountId: number,
  { addresses, verified }: { addresses: readonly Address[]; verified: ReadonlySet<string> },
): Promise<void> {
  const forms = addresses.flatMap(({ key }) =>
    [key, ...erasedKeys(key, secrets.hash)].map((stored) => ({ key, stored })),
  )
  const found = await selectAnySuppressions(tx, accountId, forms)
  const isOptional = ({ key, list_id, type }: (typeof found)[number]) =>
    verified.has(mailboxOf(key)) &&
    type === 'unsubscribe' &&
    list_id !== wholeAccount &&
    list_id !== testMessages
  const suppressed = new Set(found.filter((each) => !isOptional(each)).map(({ key }) => key))
  refuse(
    addresses.flatMap(({ key }, index) =>
      suppressed.has(key) ? [{ field: `emails.${index}`, code: 'suppressed' as const }] : [],
    ),
  )
}
