import { dayMs } from '../../core/time.ts'

/**
 * How long other rows are kept, counted from the time named beside each period. Sessions end by
 * themselves. Counters, history and everything an account creates stay as long as the account.
 */
export const retentionMs = {
  /** An `Idempotency-Key` and its answer, from the request. */
  idempotency: dayMs,
  /** What a link answered, from the question: a check without a network names the last one. */
  linkChecks: 30 * dayMs,
  /** Counters of limits, from the start of their window: the longest is a week. */
  counters: 7 * dayMs,
  /** The networks that a user has logged in from, from the last login. */
  loginNetworks: 90 * dayMs,
  /** An API key that has ended, from its end, so that its name can still be read. */
  apiKeys: 30 * dayMs,
  /** An invite that was used or has ended, from its end. */
  invites: 30 * dayMs,
  /** A connected assistant, from its end, so that its name can still be read. */
  oauthGrants: 30 * dayMs,
  /** A code or a token of an assistant, from its end, so that its second use is still recognised. */
  oauthTokens: dayMs,
  /** An opt-in mail that waits, from the request: as long as its link would be valid. */
  optInRequests: 7 * dayMs,
  /** A welcome mail that waits, from the request. Later it would surprise people. */
  welcomes: 7 * dayMs,
  /** The outcome of a report in the inbox, from its processing. */
  inbox: 30 * dayMs,
  /** Contacts that never confirmed, from their last change: four times the lifetime of the link. */
  unconfirmed: 30 * dayMs,
  /** Messages in the sandbox, from their arrival. */
  sandboxMail: 30 * dayMs,
  /** Everything that a deleted account leaves. Until then the links in its mail still work. */
  deletedAccounts: 30 * dayMs,
} as const
