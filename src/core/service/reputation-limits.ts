/**
 * The largest shares of messages that may go wrong before a campaign is paused, from 0 to 1. An
 * omitted share has no limit.
 */
export interface ReputationLimits {
  /** Hard bounces: addresses that do not exist. */
  bounces?: number | undefined
  complaints?: number | undefined
  /** Refusals for one reason that is not the recipient's, such as a block list. */
  refusals?: number | undefined
}

/**
 * A campaign to old or bought addresses has far more bounces. Gmail and Yahoo ask for less than 0.3 %
 * complaints (their sender guidelines of 2024).
 */
export const defaultReputationLimits = {
  bounces: 0.08,
  complaints: 0.003,
  refusals: 0.2,
} as const satisfies ReputationLimits
