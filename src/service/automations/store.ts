import { type Selectable, sql, type Updateable } from 'kysely'
import {
  type AutomationStatus,
  automationStatuses,
} from '../../contract/shapes/flows/automation.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { AutomationRow } from '../database/schema/automation.ts'

/** An automation as it is read. */
export type Automation = Omit<Selectable<AutomationRow>, 'status'> & { status: AutomationStatus }

export interface AutomationKey {
  accountId: number
  automationId: number
}

/** Throws not_found for an automation of another account. */
export async function findAutomation(
  db: Executor,
  { accountId, automationId }: AutomationKey,
): Promise<Automation> {
  const row = await db
    .selectFrom('automations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', automationId)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return toAutomation(row)
}

/** The column only contains values of the same list. */
const toAutomation = (row: Selectable<AutomationRow>): Automation => ({
  ...row,
  status: automationStatuses.find((status) => status === row.status) ?? 'stopped',
})

export async function insertAutomation(
  tx: Executor,
  { accountId, name, now }: { accountId: number; name: string; now: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('automations')
    .values({
      account_id: accountId,
      name,
      status: 'draft',
      version: 1,
      activated_at: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if the automation was changed or deleted since it was read. */
export async function updateAutomation(
  tx: Executor,
  { id, version, status }: Pick<Automation, 'id' | 'version' | 'status'>,
  change: Omit<Updateable<AutomationRow>, 'status'> & { status?: AutomationStatus },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('automations')
    .set(change)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface AutomationQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
  /** Anywhere in the name. */
  q?: string
}

/** Returns one row more than `limit` if there are more. */
export async function selectAutomations(
  db: Executor,
  { accountId, limit, order, after, q }: AutomationQuery,
): Promise<Automation[]> {
  let automations = db
    .selectFrom('automations')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) automations = automations.where('id', order === 'asc' ? '>' : '<', after)
  if (q)
    automations = automations.where(sql<boolean>`lower(name) like ${containing(q)} escape '\\'`)
  return (await automations.execute()).map(toAutomation)
}

const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Returns the current definitions of automations that may have active runs. */
export const selectLiveDefinitions = (db: Executor, accountId: number) =>
  db
    .selectFrom('automations')
    .innerJoin('automation_versions', 'automation_versions.automation_id', 'automations.id')
    .select(['name', 'definition'])
    .where('automations.account_id', '=', accountId)
    .where('status', 'in', ['active', 'paused', 'draining'])
    .whereRef('automation_versions.version', '=', 'automations.version')
    .execute()
