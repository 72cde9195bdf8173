import type { CampaignStatus } from '../../contract/shapes/campaign.ts'
import type { Executor } from '../database/dialect.ts'
import { type Action, transition } from './campaign.ts'
import { type CampaignChange, findCampaign, updateCampaign } from './store.ts'
import { statusOf } from './view.ts'

/**
 * Does an action and tells where it led; one whose end is reached already is done again without
 * harm. When somebody else has changed the campaign meanwhile, what they left decides.
 */
export async function steer(
  tx: Executor,
  { account, id }: { account: number; id: number },
  action: Action,
  change: CampaignChange,
): Promise<CampaignStatus> {
  for (;;) {
    const row = await findCampaign(tx, account, id)
    const status = transition(statusOf(row), action)
    if (status === row.status) return status
    if (await updateCampaign(tx, row, { ...change, status })) return status
  }
}

/** Whoever prepared the audience has to let go of it, and whoever goes on need not wait for a lease. */
export const released = { claim: null, lease_until: 0 }
