import { sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { refuseTaken } from '../database/refuse-taken.ts'
import type { SegmentRow } from '../database/schema/list.ts'

/** A segment as read from the database. */
export type Segment = Omit<SegmentRow, 'id'> & { id: number }

export interface SegmentRef {
  accountId: number
  segmentId: number
}

export async function findSegment(
  db: Executor,
  { accountId, segmentId }: SegmentRef,
): Promise<Segment | undefined> {
  return db
    .selectFrom('segments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', segmentId)
    .executeTakeFirst()
}

/** Throws `not_found` unless it belongs to the account. */
export async function requireSegment(db: Executor, segmentRef: SegmentRef): Promise<Segment> {
  const segment = await findSegment(db, segmentRef)
  if (!segment) throw new Failure('not_found')
  return segment
}

type NewSegment = Omit<SegmentRow, 'id'>

/** Segment names are unique in an account: the command line identifies segments by name. */
export async function insertSegment(tx: Executor, segment: NewSegment): Promise<number> {
  const { id } = await refuseTaken(tx, segment.name, () =>
    tx.insertInto('segments').values(segment).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

export type SegmentChange = Partial<Omit<NewSegment, 'account_id' | 'created_at' | 'version'>>

/** Returns false if the segment was changed since it was read, or is gone. */
export async function updateSegment(
  tx: Executor,
  { id, version }: Pick<Segment, 'id' | 'version'>,
  change: SegmentChange,
): Promise<boolean> {
  const { numUpdatedRows } = await refuseTaken(tx, change.name, () =>
    tx
      .updateTable('segments')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows > 0n
}

/** Stores the count, unless the segment was changed since it was counted. */
export async function saveCount(
  tx: Executor,
  { id, version }: Pick<Segment, 'id' | 'version'>,
  counted: { contacts: number; computed_at: number },
): Promise<void> {
  await tx
    .updateTable('segments')
    .set(counted)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

export async function deleteSegment(tx: Executor, { accountId, segmentId }: SegmentRef) {
  await tx
    .deleteFrom('segments')
    .where('account_id', '=', accountId)
    .where('id', '=', segmentId)
    .execute()
}

export async function isNameTaken(db: Executor, accountId: number, name: string): Promise<boolean> {
  const existing = await db
    .selectFrom('segments')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return existing !== undefined
}

/** Statuses in which a campaign already has its audience or will never need one. */
const statusesWithAudience = ['sending', 'ab_testing', 'sent', 'cancelled', 'failed']

/** Returns the name of a campaign that still needs the segment as its audience. */
export async function findWaitingCampaign(
  db: Executor,
  { accountId, segmentId }: SegmentRef,
): Promise<string | undefined> {
  const used = await db
    .selectFrom('campaigns')
    .select('camp_name')
    .where('account_id', '=', accountId)
    .where('segment_id', '=', segmentId)
    .where('status', 'not in', statusesWithAudience)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return used?.camp_name
}

interface SegmentQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
  listId?: number
  /** A substring of the name. */
  q?: string
}

export function selectSegments(db: Executor, query: SegmentQuery): Promise<Segment[]> {
  const { accountId, limit, order, after, listId, q } = query
  let segments = db
    .selectFrom('segments')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) segments = segments.where('id', order === 'asc' ? '>' : '<', after)
  if (listId !== undefined) segments = segments.where('list_id', '=', listId)
  if (q) segments = segments.where(sql<boolean>`lower(name) like ${containing(q)} escape '\\'`)
  return segments.execute()
}

const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Returns the conditions of all segments of an account, to find what their rules use. */
export const selectConditions = (db: Executor, accountId: number) =>
  db
    .selectFrom('segments')
    .select(['name', 'list_id', 'conditions'])
    .where('account_id', '=', accountId)
    .execute()
