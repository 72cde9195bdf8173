import type { CampaignStatus } from '../../../contract/shapes/campaign.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Log } from '../../log.ts'
import { type Action, statusesLeftBy, statusOf, transition } from '../campaign.ts'
import {
  type CampaignChange,
  findCampaign,
  pauseAccountCampaigns,
  updateCampaign,
  updateCampaignInStatus,
} from '../store.ts'

/** Where a transition is written, and the log that names it. */
export interface TransitionScope {
  tx: Executor
  log: Log
}

/**
 * Applies an action and returns the new status. Repeating an action has no effect. Retries when
 * another writer changes the campaign in between, so the action is checked against the latest status.
 */
export async function applyTransition(
  { tx, log }: TransitionScope,
  { account, id }: { account: number; id: number },
  action: Action,
  change: CampaignChange,
): Promise<CampaignStatus> {
  for (;;) {
    const row = await findCampaign(tx, account, id)
    const status = transition(statusOf(row), action)
    if (status === row.status) return status
    if (!(await updateCampaign(tx, row, { ...change, status }))) continue
    logStatus(log, id, { ...change, status })
    return status
  }
}

/** Applies an action in one statement; returns false when the current status does not allow it. */
export async function tryTransition(
  { tx, log }: TransitionScope,
  id: number,
  action: Action,
  change: CampaignChange & { status: CampaignStatus },
): Promise<boolean> {
  const isChanged = await updateCampaignInStatus(tx, id, statusesLeftBy(action), change)
  if (isChanged) logStatus(log, id, change)
  return isChanged
}

/** Logs the new status. A pause or failure by the service itself needs a person. */
function logStatus(
  log: Log,
  campaign: number,
  { status, reason, recipients, sent, failed }: CampaignChange & { status: CampaignStatus },
): void {
  const needsPerson = status === 'failed' || (status === 'paused' && reason !== 'user')
  const counts = { recipients, sent, failed }
  const fields = { campaign, ...(reason && { reason }), ...counts }
  log[needsPerson ? 'warn' : 'info'](`campaign ${status}`, fields)
}

/** Ends the lease of the worker that prepares the audience, so that the next worker need not wait. */
export const releasedLease = { claim: null, lease_until: 0 }

/**
 * Pauses every campaign of an account that is being sent or scheduled. Automations need no change:
 * they do not run while their account is not active.
 */
export const stopSends = (tx: Executor, accountId: number, now: number): Promise<void> =>
  pauseAccountCampaigns(tx, accountId, statusesLeftBy('hold'), now)
