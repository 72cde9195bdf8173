import { bestVariant, readAbTest, waitMs } from '../campaigns/ab-test.ts'
import { moveCampaign } from '../campaigns/store.ts'
import { variantCounts } from '../campaigns/variants-store.ts'
import { whileMore } from '../database/slices.ts'
import type { Service } from '../service.ts'
import {
  hasUntried,
  releaseSlice,
  setDecision,
  type Tested,
  testedCampaigns,
} from './test-store.ts'

type Deciding = Pick<Service, 'db' | 'reader' | 'clock'>

/** Ends A/B tests whose time has come, and lets the rest go. Returns whether somebody may go now. */
export async function decideTests(service: Deciding): Promise<boolean> {
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

/** The wait begins when the share has gone out: before that nobody could have read it. */
async function decide(
  { db, reader, clock }: Deciding,
  campaign: Tested,
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
  const winner = bestVariant(await variantCounts(reader, campaign), test.winner)
  const change = { status: 'sending', ab_winner: winner } as const
  // Somebody else may have chosen, paused or cancelled it meanwhile.
  return (await moveCampaign(db, id, 'decide', change)) ? winner : undefined
}
