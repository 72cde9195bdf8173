import { sql } from 'kysely'
import { type HeldReason, heldReasons } from '../../contract/shapes/flows/automation.ts'
import type { Executor } from '../database/dialect.ts'
import type { AutomationKey } from './store.ts'

/** Returns why the messages of automations are paused, by automation. Those whose messages are sent are not in it. */
export async function selectHeld(
  db: Executor,
  accountId: number,
  automations: readonly number[],
): Promise<Map<number, HeldReason>> {
  if (automations.length === 0) return new Map()
  const rows = await db
    .selectFrom('automation_nodes')
    .innerJoin('campaigns', 'campaigns.id', 'automation_nodes.campaign_id')
    .select(['automation_nodes.automation_id', 'reason'])
    .where('automation_nodes.account_id', '=', accountId)
    .where('automation_nodes.automation_id', 'in', automations)
    .where('status', '=', 'paused')
    .execute()
  const held = new Map<number, HeldReason>()
  for (const reason of [...heldReasons].reverse()) {
    for (const row of rows) if (row.reason === reason) held.set(row.automation_id, reason)
  }
  return held
}

/**
 * Resumes the messages of an automation. If they were paused because of the figures of the account, those of now are
 * accepted: an empty base is replaced by them when it sends again.
 */
export async function resumeMessages(
  tx: Executor,
  { accountId, automationId }: AutomationKey,
  now: number,
): Promise<void> {
  const paused = tx
    .selectFrom('campaigns')
    .select('campaigns.id')
    .where('campaigns.account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .where('campaigns.status', '=', 'paused')
  // The account comes first: a step locks it before it locks a campaign.
  await tx
    .updateTable('accounts')
    .set({ reputation_accepted_at: now, reputation_base: '' })
    .where('id', '=', accountId)
    .where(({ exists }) => exists(paused.where('reason', '=', 'reputation')))
    .execute()
  await tx
    .updateTable('campaigns')
    .set({
      ...({ status: 'sending', reason: null } as const),
      ...{ updated_at: now, version: sql<number>`version + 1` },
    })
    .where('id', 'in', paused)
    .execute()
}
