import type { ReputationLimits } from '../../core/service/reputation-limits.ts'

/** The results of the messages of a campaign, or of an account. */
export interface SendingFigures {
  /** Messages with a final answer of the relay. */
  tried: number
  bounces: number
  complaints: number
  /** The most frequent reason that is not the recipient's. */
  refusals: number
}

type ReputationProblem = keyof ReputationLimits

export const noFigures: SendingFigures = { tried: 0, bounces: 0, complaints: 0, refusals: 0 }

/** Reads figures that were accepted and stored. */
export const readBase = (base: string | null): SendingFigures =>
  base ? { ...noFigures, ...JSON.parse(base) } : noFigures

/** Shares of fewer messages say little. */
const minTried: Readonly<Record<Excess['of'], number>> = { campaign: 200, account: 1000 }
/** A single complaint is above any useful share of a few hundred messages. */
const minComplaints = 3

/**
 * Returns the first limit that is exceeded. `base` are the figures that a person has accepted by
 * resuming the campaign: only what came later counts.
 */
export function findProblem(
  figures: SendingFigures,
  { base = noFigures, limits, of = 'campaign' }: Judgement,
): ReputationProblem | undefined {
  const tried = figures.tried - base.tried
  if (tried < minTried[of]) return undefined
  const isExceeded = (problem: ReputationProblem, least: number) => {
    const count = figures[problem] - base[problem]
    const limit = limits[problem]
    return limit !== undefined && count >= least && count / tried > limit
  }
  if (isExceeded('complaints', minComplaints)) return 'complaints'
  if (isExceeded('bounces', 1)) return 'bounces'
  return isExceeded('refusals', 1) ? 'refusals' : undefined
}

/** A limit that a campaign, or the account in the last week, exceeds. */
export interface Excess {
  of: 'campaign' | 'account'
  problem: ReputationProblem
  figures: SendingFigures
}

interface Judgement {
  base?: SendingFigures | undefined
  limits: ReputationLimits
  /** Default: of a campaign. */
  of?: Excess['of']
}
