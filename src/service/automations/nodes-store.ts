import type { Executor } from '../database/dialect.ts'
import type { AutomationNodeRow } from '../database/schema/automation.ts'

/** Whether what the nodes of a version own was made. */
export async function hasOwned(
  db: Executor,
  automationId: number,
  version: number,
): Promise<boolean> {
  const owned = await db
    .selectFrom('automation_nodes')
    .select('node')
    .where('automation_id', '=', automationId)
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst()
  return owned !== undefined
}

export const insertOwned = (tx: Executor, owned: AutomationNodeRow) =>
  tx.insertInto('automation_nodes').values(owned).execute()

/** The campaign of each `send` node, by its name: of the newest version that has it. */
export async function selectMailings(
  db: Executor,
  automationId: number,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('automation_nodes')
    .select(['node', 'campaign_id'])
    .where('automation_id', '=', automationId)
    .where('campaign_id', 'is not', null)
    .$narrowType<{ campaign_id: number }>()
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ node, campaign_id }) => [node, campaign_id]))
}

export const enableReceivers = (tx: Executor, automationId: number) =>
  tx
    .updateTable('webhooks')
    .set({ enabled: 1, failures: 0, failing_since: null })
    .where('automation_id', '=', automationId)
    .where('enabled', '=', 0)
    .execute()
