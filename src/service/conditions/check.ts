import { maxRules } from '../../contract/shapes/segment.ts'
import { refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { selectCatalogue, selectOwnedCampaignIds } from './catalogue-store.ts'
import { readEventCatalogue } from './event-catalogue.ts'
import { eventNamesIn, problem, readConditions } from './read.ts'
import { type GroupTest, rulesOf } from './tree.ts'

/** The contacts that conditions are evaluated for. */
export interface ConditionScope {
  accountId: number
  /** Null: all lists. */
  listId: number | null
}

/** Validates conditions and returns them as a test. Throws `invalid` with every invalid rule. */
export async function checkConditions(
  db: Executor,
  { accountId, listId }: ConditionScope,
  conditions: unknown,
): Promise<GroupTest> {
  const catalogue = await selectCatalogue(db, accountId, listId)
  // More rules are refused.
  const names = [...new Set(eventNamesIn(conditions))].slice(0, maxRules)
  const events = await readEventCatalogue(db, accountId, names)
  const { test, problems } = readConditions(conditions, { catalogue, events, accountId })
  const campaignRules = rulesOf(test).flatMap((rule) =>
    'campaignId' in rule && rule.campaignId !== undefined
      ? [{ pointer: rule.pointer, id: rule.campaignId }]
      : [],
  )
  const own = await selectOwnedCampaignIds(
    db,
    accountId,
    campaignRules.map(({ id }) => id),
  )
  const unknown = campaignRules
    .filter(({ id }) => !own.has(id))
    .map(({ pointer }) => problem(`${pointer}/campaign_id`, 'unknown_id'))
  refuse([...problems, ...unknown])
  return test
}
