const dayMs = 86_400_000

/**
 * How long what nobody deletes is kept, counted from what stands beside it. Sessions end by
 * themselves; figures, history and what an account made stay as long as it does.
 */
export const retentionMs = {
  /** An `Idempotency-Key` and its answer, from the request on. */
  idempotency: dayMs,
  /** Counters of limits, from the beginning of their window. */
  counters: dayMs,
  /** A line of the service's own mail, from when it was written; its text goes as it is sent. */
  serviceMail: 30 * dayMs,
  /** A job and the rows that it refused, from its end. */
  jobs: 30 * dayMs,
  /** What a report in the inbox came to, from when it was read. */
  inbox: 30 * dayMs,
  /** Who was asked and never said yes, from their last change: four times what the link lives. */
  unconfirmed: 30 * dayMs,
  /** What the sandbox's mail arrived as. */
  sandboxMail: 30 * dayMs,
  /** What happened, with what webhooks were told of it and answered: longer than anybody asks for it again. */
  events: 90 * dayMs,
  /** The way of a contact through an automation, from its end. */
  automationRuns: 180 * dayMs,
  /** Who acted for whom: as far back as somebody may be asked to account for it. */
  audit: 730 * dayMs,
  /** All that a deleted account leaves: until then the links in its mail lead on. */
  goneAccounts: 30 * dayMs,
} as const
