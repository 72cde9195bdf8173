import type { CampaignStatus } from '../../../contract/shapes/campaign.ts'
import type { Executor } from '../../database/dialect.ts'
import { type Action, statusesLeftBy, statusOf, transition } from '../campaign.ts'
import {
  type CampaignChange,
  findCampaign,
  pauseAccountCampaigns,
  updateCampaign,
  updateCampaignInStatus,
} from '../store.ts'

/**
 * Applies an action and returns the new status. Repeating an action has no effect. Retries when
 * another writer changes the campaign in between, so the action is checked against the latest status.
 */
export async function applyTransition(
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

/** Applies an action in one statement; returns false when the current status does not allow it. */
export const tryTransition = (
  tx: Executor,
  id: number,
  action: Action,
  change: CampaignChange & { status: CampaignStatus },
): Promise<boolean> => updateCampaignInStatus(tx, id, statusesLeftBy(action), change)

/** Ends the lease of the worker that prepares the audience, so that the next worker need not wait. */
export const releasedLease = { claim: null, lease_until: 0 }

/**
 * Pauses every campaign of an account that is being sent or scheduled. Automations need no change:
 * they do not run while their account is not active.
 */
export const stopSends = (tx: Executor, accountId: number, now: number): Promise<void> =>
  pauseAccountCampaigns(tx, accountId, statusesLeftBy('hold'), now)
