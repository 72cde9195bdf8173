import type { Client } from '../client/client.ts'
import {
  type Audience,
  countAudience,
  type ExpectedRecipients,
  enforcesExpected,
  requireExpected,
} from './audience.ts'
import { findCampaign, type KnownCampaign } from './find-campaign.ts'
import { type CheckItem, checkFromHere, checkOnServer } from './send-check.ts'

/** What a send would do now: which campaign, to how many, and what the check finds. */
interface SendPlan {
  campaign: KnownCampaign
  audience: Audience
  checks: readonly CheckItem[]
}

interface PlanOptions {
  expected?: ExpectedRecipients | undefined
  signal?: AbortSignal | undefined
}

/** Reads everything that a user agrees to before an existing campaign is sent or scheduled. */
export async function planSend(
  client: Client,
  id: number,
  { expected, signal }: PlanOptions = {},
): Promise<SendPlan> {
  const campaign = await findCampaign(client, id, { signal })
  const check = await checkOnServer(client, id, { signal })
  const audience = await countAudience(client, campaign, check)
  if (expected) {
    requireExpected(audience, expected, { isEnforced: await enforcesExpected(client, signal) })
  }
  const checks = check?.items ?? (await checkFromHere(client, campaign, audience))
  return { campaign, audience, checks }
}

/**
 * The same for a campaign that goes on: it was checked when it began. Part of its audience has
 * received it, so a count of its lists is an upper bound.
 */
export async function planContinuation(
  client: Client,
  id: number,
  { signal }: Pick<PlanOptions, 'signal'> = {},
): Promise<Omit<SendPlan, 'checks'>> {
  const campaign = await findCampaign(client, id, { signal })
  const check = await checkOnServer(client, id, { signal })
  const audience = await countAudience(client, campaign, check)
  const isCounted = check?.recipients !== undefined
  return { campaign, audience: isCounted ? audience : { ...audience, isMost: true } }
}
