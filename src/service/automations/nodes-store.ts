import type { Executor } from '../database/dialect.ts'
import type { AutomationNodeRow } from '../database/schema/automation.ts'
import type { AutomationKey } from './store.ts'

/** Whether the resources of a version's nodes exist. */
export async function hasNodeResources(
  db: Executor,
  { accountId, automationId }: AutomationKey,
  version: number,
): Promise<boolean> {
  const resource = await db
    .selectFrom('automation_nodes')
    .select('node')
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst()
  return resource !== undefined
}

export const insertNodeResource = (tx: Executor, resource: AutomationNodeRow) =>
  tx.insertInto('automation_nodes').values(resource).execute()

/**
 * Returns the campaign of each `send` node by its name, from the newest version that has the node.
 */
export async function selectNodeCampaigns(
  db: Executor,
  { accountId, automationId }: AutomationKey,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('automation_nodes')
    .select(['node', 'campaign_id'])
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .where('campaign_id', 'is not', null)
    .$narrowType<{ campaign_id: number }>()
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ node, campaign_id }) => [node, campaign_id]))
}

export const enableNodeWebhooks = (tx: Executor, automationId: number) =>
  tx
    .updateTable('webhooks')
    .set({ enabled: 1, failures: 0, failing_since: null })
    .where('automation_id', '=', automationId)
    .where('enabled', '=', 0)
    .execute()
