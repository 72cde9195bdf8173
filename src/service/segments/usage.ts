import type { Conditions } from '../../contract/shapes/segment.ts'
import { fieldRulesOf } from '../conditions/rules.ts'
import type { Executor } from '../database/dialect.ts'
import type { FindListUsage } from '../lists/delete.ts'
import type { FindFieldUsage } from '../lists/fields/delete.ts'
import { selectConditions } from './store.ts'

/** Returns the name of a segment that belongs to the list or has a rule about it. */
export const segmentOfList: FindListUsage = async (db, { accountId, listId }) =>
  (await readSegments(db, accountId)).find(
    (segment) =>
      segment.list_id === listId ||
      fieldRulesOf(segment.conditions).some(
        ({ field, value }) => field === 'lists' && [value].flat().map(String).includes(`${listId}`),
      ),
  )?.name

/** Returns the name of a segment with a rule about the field. */
export const segmentOfField: FindFieldUsage = async (db, { accountId, listId }, { id, key }) =>
  (await readSegments(db, accountId)).find(
    ({ list_id, conditions }) =>
      (list_id === null || list_id === listId) &&
      fieldRulesOf(conditions).some(({ field }) => field === key || field === String(id)),
  )?.name

const readSegments = async (db: Executor, accountId: number) =>
  (await selectConditions(db, accountId)).map(({ conditions, ...segment }) => ({
    ...segment,
    conditions: JSON.parse(conditions) as Conditions, // validated before it was stored
  }))
