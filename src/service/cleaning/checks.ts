import type { CleanCheck } from '../../contract/shapes/list-work.ts'
import type { ProblemCode } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { ListPlace } from '../lists/store.ts'
import { isDeliverable, isRole } from './address.ts'
import { type Candidate, selectSameMailboxes, selectSentBefore } from './candidates-store.ts'
import type { CleanTask } from './clean.ts'
import { loadDisposable } from './disposable.ts'
import type { MailHosts } from './mail-hosts.ts'
import { providers } from './providers.ts'

/** What is said of a contact that a check found. */
export const problemOf: Record<CleanCheck, ProblemCode> = {
  syntax: 'bad_address',
  mx: 'no_mail_host',
  role: 'role_address',
  disposable: 'disposable',
  inactive: 'inactive',
  hard_bounce: 'hard_bounce',
  duplicates: 'same_mailbox',
}

export interface Ground {
  reader: Executor
  mailHosts: MailHosts
  place: ListPlace
  task: CleanTask
  signal: AbortSignal
}

/** What a check says of some contacts. */
export interface Verdict {
  found: ReadonlySet<number>
  /** Contacts of which nothing could be found out. */
  unknown?: number
  /** Contacts that have to be there still for those that were found to be duplicates. */
  keepers?: ReadonlyMap<number, number>
}

/** Undefined when it was told to stop before it had looked at all of them. */
export type Check = (slice: readonly Candidate[]) => Promise<Verdict | undefined>

/** A check with what it has to know, asked once. */
export const openCheck: Record<CleanCheck, (ground: Ground) => Promise<Check>> = {
  syntax: async () => where(({ email }) => !isDeliverable(email)),
  role: async () => where(({ email_key }) => isRole(email_key)),
  hard_bounce: async () => where(({ status }) => status === 'bounced'),
  async disposable() {
    const isDisposable = await loadDisposable()
    return where(({ domain }) => isDisposable(domain))
  },
  async mx({ mailHosts, signal }) {
    return async (slice) => {
      const verdicts = await mailHosts.verdictsOn(domainsOf(slice), signal)
      if (!verdicts) return undefined
      const of = ({ domain }: Candidate) => verdicts.get(domain)
      return {
        ...verdictOn(slice, (contact) => of(contact) === 'refuses'),
        unknown: slice.filter((contact) => of(contact) === 'unknown').length,
      }
    }
  },
  async inactive({ reader, task: { still_since: since } }) {
    return async (slice) => {
      const still = slice.filter((contact) => isStill(contact, since))
      const ids = still.map(({ id }) => id)
      return { found: await selectSentBefore(reader, ids, since) }
    }
  },
  async duplicates({ reader, place }) {
    const keepers = await selectSameMailboxes(reader, place, providers)
    return async (slice) => ({ ...verdictOn(slice, ({ id }) => keepers.has(id)), keepers })
  },
}

const where =
  (isFound: (contact: Candidate) => boolean): Check =>
  async (slice) =>
    verdictOn(slice, isFound)

const verdictOn = (
  slice: readonly Candidate[],
  isFound: (contact: Candidate) => boolean,
): Verdict => ({ found: new Set(slice.filter(isFound).map(({ id }) => id)) })

const domainsOf = (slice: readonly Candidate[]): Set<string> =>
  new Set(slice.map(({ domain }) => domain))

/**
 * Neither opened nor clicked since, of those who are mailed. Whether they had something to open, sent
 * before that time, is asked of the messages.
 */
const isStill = (
  { status, created_at, last_open_at, last_click_at }: Candidate,
  since: number,
): boolean =>
  status === 'active' &&
  created_at < since &&
  Math.max(last_open_at ?? 0, last_click_at ?? 0) < since
