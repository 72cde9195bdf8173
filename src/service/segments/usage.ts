import type { Conditions } from '../../contract/shapes/segment.ts'
import { fieldRulesOf } from '../conditions/rules.ts'
import type { Executor } from '../database/dialect.ts'
import type { UserOfList } from '../lists/delete.ts'
import type { UserOfField } from '../lists/fields/delete.ts'
import { selectConditions } from './store.ts'

/** The name of a segment that is of the list, or asks who is on it. */
export const segmentOfList: UserOfList = async (db, { accountId, listId }) =>
  (await readSegments(db, accountId)).find(
    (segment) =>
      segment.list_id === listId ||
      fieldRulesOf(segment.conditions).some(
        ({ field, value }) => field === 'lists' && [value].flat().map(String).includes(`${listId}`),
      ),
  )?.name

/** The name of a segment that asks about the field. */
export const segmentOfField: UserOfField = async (db, { accountId, listId }, { id, key }) =>
  (await readSegments(db, accountId)).find(
    ({ list_id, conditions }) =>
      (list_id === null || list_id === listId) &&
      fieldRulesOf(conditions).some(({ field }) => field === key || field === String(id)),
  )?.name

const readSegments = async (db: Executor, accountId: number) =>
  (await selectConditions(db, accountId)).map(({ conditions, ...segment }) => ({
    ...segment,
    conditions: JSON.parse(conditions) as Conditions, // checked before it was kept
  }))
