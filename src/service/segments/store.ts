import { sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { SegmentRow } from '../database/schema/list.ts'

/** A segment as it is read. */
export type Segment = Omit<SegmentRow, 'id'> & { id: number }

export interface SegmentPlace {
  accountId: number
  segmentId: number
}

export async function findSegment(
  db: Executor,
  { accountId, segmentId }: SegmentPlace,
): Promise<Segment | undefined> {
  return db
    .selectFrom('segments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', segmentId)
    .executeTakeFirst()
}

/** Of this account, or `not_found`. */
export async function requireSegment(db: Executor, place: SegmentPlace): Promise<Segment> {
  const segment = await findSegment(db, place)
  if (!segment) throw new Failure('not_found')
  return segment
}

export type NewSegment = Omit<SegmentRow, 'id'>

/** A name stands once in an account: segments are called by it at the command line. */
export async function insertSegment(tx: Executor, segment: NewSegment): Promise<number> {
  const { id } = await namedOnce(tx, () =>
    tx.insertInto('segments').values(segment).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

export type SegmentChange = Partial<Omit<NewSegment, 'account_id' | 'created_at' | 'version'>>

/** False when it was changed since it was read, or is gone. */
export async function updateSegment(
  tx: Executor,
  { id, version }: Pick<Segment, 'id' | 'version'>,
  change: SegmentChange,
): Promise<boolean> {
  const { numUpdatedRows } = await namedOnce(tx, () =>
    tx
      .updateTable('segments')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows > 0n
}

/** Keeps how many they are, if it is still the segment that was counted. */
export async function keepCount(
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

export async function deleteSegment(tx: Executor, { accountId, segmentId }: SegmentPlace) {
  await tx
    .deleteFrom('segments')
    .where('account_id', '=', accountId)
    .where('id', '=', segmentId)
    .execute()
}

async function namedOnce<T>(db: Executor, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (dialectOf(db).isUniqueViolation(error)) throw new Failure('already_exists')
    throw error
  }
}

export async function isNameTaken(db: Executor, accountId: number, name: string): Promise<boolean> {
  const taken = await db
    .selectFrom('segments')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return taken !== undefined
}

/** In these a campaign has its audience, or will never need one. */
const pastAudience = ['sending', 'ab_testing', 'sent', 'cancelled', 'failed']

/** The name of a campaign that is still to go to it. */
export async function campaignFor(
  db: Executor,
  { accountId, segmentId }: SegmentPlace,
): Promise<string | undefined> {
  const used = await db
    .selectFrom('campaigns')
    .select('camp_name')
    .where('account_id', '=', accountId)
    .where('segment_id', '=', segmentId)
    .where('status', 'not in', pastAudience)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return used?.camp_name
}

export interface SegmentQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
  listId?: number
  /** Anywhere in the name. */
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

/** Every segment of the account, to look into what its rules name. */
export const selectConditions = (db: Executor, accountId: number) =>
  db
    .selectFrom('segments')
    .select(['name', 'list_id', 'conditions'])
    .where('account_id', '=', accountId)
    .execute()
