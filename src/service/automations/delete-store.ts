import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { AutomationKey } from './store.ts'

/**
 * Deletes an automation. Its campaigns are only marked as deleted, because delivered messages refer
 * to them.
 */
export async function deleteAutomation(
  tx: Executor,
  { accountId, automationId }: AutomationKey,
  now: number,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      status: 'cancelled',
      deleted_at: now,
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .execute()
  await tx
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .execute()
  for (const table of ['automation_nodes', 'automation_versions', 'automation_tallies'] as const) {
    await tx.deleteFrom(table).where('automation_id', '=', automationId).execute()
  }
  await tx
    .deleteFrom('automation_goals')
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .execute()
  await tx.deleteFrom('automations').where('id', '=', automationId).execute()
}
