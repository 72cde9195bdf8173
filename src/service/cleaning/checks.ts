import type { CleanCheck } from '../../contract/shapes/list-jobs.ts'
import { isDeliverable, isRole } from '../../core/address-quality/deliverable.ts'
import { loadDisposable } from '../../core/address-quality/disposable.ts'
import { providers } from '../../core/mail/mailbox-providers.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import type { Executor } from '../database/dialect.ts'
import type { ListRef } from '../lists/store.ts'
import type { CleanTask } from './clean.ts'
import { type CheckedContact, selectSameMailboxes, selectSentBefore } from './contacts-store.ts'
import type { MailHosts } from './mail-hosts.ts'

/** The problem that each check reports. */
export const problemOf: Record<CleanCheck, ProblemCode> = {
  syntax: 'bad_address',
  mx: 'no_mail_host',
  role: 'role_address',
  disposable: 'disposable',
  inactive: 'inactive',
  hard_bounce: 'hard_bounce',
  duplicates: 'same_mailbox',
}

interface CheckContext {
  reader: Executor
  mailHosts: MailHosts
  listRef: ListRef
  task: CleanTask
  signal: AbortSignal
}

/** The findings of a check for a slice of contacts. */
export interface CheckResult {
  found: ReadonlySet<number>
  /** How many contacts could not be checked. */
  unknown?: number
  /** For each duplicate, the contact to keep. */
  keptContacts?: ReadonlyMap<number, number>
}

/** Checks a slice. Returns undefined if aborted before it is complete. */
type Check = (slice: readonly CheckedContact[]) => Promise<CheckResult | undefined>

/** Prepares each check with the data it needs, loaded once. */
export const prepareCheck: Record<CleanCheck, (context: CheckContext) => Promise<Check>> = {
  syntax: async () => where(({ email }) => !isDeliverable(email)),
  role: async () => where(({ email_key }) => isRole(email_key)),
  hard_bounce: async () => where(({ status }) => status === 'bounced'),
  async disposable() {
    const isDisposable = await loadDisposable()
    return where(({ domain }) => isDisposable(domain))
  },
  async mx({ mailHosts, signal }) {
    return async (slice) => {
      const verdicts = await mailHosts.lookUp(domainsOf(slice), signal)
      if (!verdicts) return undefined
      const of = ({ domain }: CheckedContact) => verdicts.get(domain)
      return {
        ...resultFor(slice, (contact) => of(contact) === 'refuses'),
        unknown: slice.filter((contact) => of(contact) === 'unknown').length,
      }
    }
  },
  async inactive({ reader, task: { still_since: since } }) {
    return async (slice) => {
      const still = slice.filter((contact) => isInactive(contact, since))
      const ids = still.map(({ id }) => id)
      return { found: await selectSentBefore(reader, ids, since) }
    }
  },
  async duplicates({ reader, listRef }) {
    const keptContacts = await selectSameMailboxes(reader, listRef, providers)
    return async (slice) => ({
      ...resultFor(slice, ({ id }) => keptContacts.has(id)),
      keptContacts: keptContacts,
    })
  },
}

const where =
  (isFound: (contact: CheckedContact) => boolean): Check =>
  async (slice) =>
    resultFor(slice, isFound)

const resultFor = (
  slice: readonly CheckedContact[],
  isFound: (contact: CheckedContact) => boolean,
): CheckResult => ({ found: new Set(slice.filter(isFound).map(({ id }) => id)) })

const domainsOf = (slice: readonly CheckedContact[]): Set<string> =>
  new Set(slice.map(({ domain }) => domain))

/**
 * Whether a mailed contact neither opened nor clicked since a time. The caller checks that they
 * were sent a message before it.
 */
const isInactive = (
  { status, created_at, last_open_at, last_click_at }: CheckedContact,
  since: number,
): boolean =>
  status === 'active' &&
  created_at < since &&
  Math.max(last_open_at ?? 0, last_click_at ?? 0) < since
