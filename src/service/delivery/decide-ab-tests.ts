import { bestVariant, readAbTest, waitMs } from '../campaigns/ab-test.ts'
import { variantResults } from '../campaigns/reporting/variant-results.ts'
import { tryTransition } from '../campaigns/sending/apply-transition.ts'
import { whileMore } from '../database/slices.ts'
import type { Service } from '../service.ts'
import {
  hasUntried,
  releaseSlice,
  setDecision,
  type TestedCampaign,
  testedCampaigns,
} from './ab-test-store.ts'

type Deciding = Pick<Service, 'db' | 'reader' | 'clock' | 'log'>

/**
 * Decides the A/B tests that are due and releases the waiting recipients. Returns whether any were
 * released.
 */
export async function decideAbTests(service: Deciding): Promise<boolean> {
  let isAnybodyFree = false
  for (const campaign of await testedCampaigns(service.db)) {
    const winner = campaign.ab_winner ?? (await decide(service, campaign))
    if (winner === undefined) continue
    const { db, clock } = service
    const rest = { campaign: campaign.id, winner, now: clock.now() }
    await whileMore(async () => {
      const isReleased = await releaseSlice(db, rest)
      isAnybodyFree ||= isReleased
      return isReleased
    })
  }
  return isAnybodyFree
}

/** The wait starts when all test messages have been tried, since no one could open them before. */
async function decide(
  { db, reader, clock, log }: Deciding,
  campaign: TestedCampaign,
): Promise<string | undefined> {
  const { id, ab_decide_at: at } = campaign
  const test = readAbTest(campaign)
  if (!test || test.winner === 'manual' || campaign.status !== 'ab_testing') return undefined
  const now = clock.now()
  if (at === null) {
    if (!(await hasUntried(db, id))) await setDecision(db, id, now + waitMs(test))
    return undefined
  }
  if (at > now) return undefined
  const winner = bestVariant(await variantResults(reader, campaign), test.winner)
  const change = { status: 'sending', ab_winner: winner } as const
  // A person may have chosen a winner, or paused or cancelled the campaign, in the meantime.
  return (await tryTransition({ tx: db, log }, id, 'decide', change)) ? winner : undefined
}
