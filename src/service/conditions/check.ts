import { refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { ownCampaigns, selectCatalogue } from './catalogue-store.ts'
import { problem, readConditions } from './read.ts'
import { type GroupTest, rulesOf } from './tree.ts'

/** Of whose contacts the conditions are asked. */
export interface Ground {
  accountId: number
  /** Null: of all lists. */
  listId: number | null
}

/** Conditions to a test of contacts; throws `invalid` with every rule that is wrong. */
export async function checkConditions(
  db: Executor,
  { accountId, listId }: Ground,
  conditions: unknown,
): Promise<GroupTest> {
  const catalogue = await selectCatalogue(db, accountId, listId)
  const { test, problems } = readConditions(conditions, catalogue)
  const asked = rulesOf(test).flatMap((rule) =>
    rule.kind === 'event' && rule.campaignId !== undefined
      ? [{ pointer: rule.pointer, id: rule.campaignId }]
      : [],
  )
  const own = await ownCampaigns(
    db,
    accountId,
    asked.map(({ id }) => id),
  )
  const unknown = asked
    .filter(({ id }) => !own.has(id))
    .map(({ pointer }) => problem(`${pointer}/campaign_id`, 'unknown_id'))
  refuse([...problems, ...unknown])
  return test
}
