import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { endOf } from '../contacts/store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Tables } from '../database/schema.ts'
import type { Way } from './ways.ts'
import { findLater, isBehind } from './words-store.ts'

/** Where a search goes on: the way that was being gone, and the last contact that it led to. */
export interface Place {
  way: number
  key: string
  id: number
}

export interface Found extends Place {}

export interface ContactSearch {
  accountId: number
  ways: readonly Way[]
  after: Place | undefined
  limit: number
}

/** Goes one way after the other until there are enough; whom an earlier way leads to comes once. */
export async function searchContacts(
  reader: Executor,
  { accountId, ways, after, limit }: ContactSearch,
): Promise<Found[]> {
  const found: Found[] = []
  for (const [number, way] of ways.entries()) {
    if (number < (after?.way ?? 0)) continue
    let place = after?.way === number ? after : undefined
    let most = limit
    for (let isOver = false; !isOver && found.length < limit; ) {
      const rows = await goOn(reader, accountId, { way, after: place, most })
      const known = await ledTo(reader, ways.slice(0, number), rows)
      const added = rows.filter(({ id }) => !known.has(id)).map((row) => ({ way: number, ...row }))
      found.push(...added.slice(0, limit - found.length))
      place = rows.map((row) => ({ way: number, ...row })).at(-1)
      isOver = rows.length < most
      most = rowsAtOnce
    }
  }
  return found
}

/** Where a page was not enough, because some are known by an earlier way, many may be. */
const rowsAtOnce = 500

/** The next along one index. */
async function goOn(
  reader: Executor,
  accountId: number,
  { way, after, most }: { way: Way; after: Place | undefined; most: number },
): Promise<{ key: string; id: number }[]> {
  const { column, at, text } = way
  let inOrder = reader
    .selectFrom('contacts')
    .select([`${column} as key`, 'id'])
    .where('account_id', '=', accountId)
    .orderBy(column)
    .orderBy('id')
  if (after) inOrder = inOrder.where(isBehind(column, after))
  if (at === 'word' && dialectOf(reader).hasWordTable) {
    return findLater(reader, inOrder, { accountId, text, after, most })
  }
  return inOrder
    .where((where) => leadsTo(reader, where, way))
    .limit(most)
    .execute()
}

/** Which of them an earlier way has led to. */
async function ledTo(
  reader: Executor,
  ways: readonly Way[],
  rows: readonly { id: number }[],
): Promise<ReadonlySet<number>> {
  if (ways.length === 0 || rows.length === 0) return new Set()
  const ids = rows.map(({ id }) => id)
  const known = await reader
    .selectFrom('contacts')
    .select('id')
    .where('id', 'in', ids)
    .where((where) => where.or(ways.map((way) => leadsTo(reader, where, way))))
    .execute()
  return new Set(known.map(({ id }) => id))
}

function leadsTo(
  db: Executor,
  where: ExpressionBuilder<Tables, 'contacts'>,
  { column, at, text }: Way,
): Expression<SqlBool> {
  return at === 'start'
    ? where.and([where(column, '>=', text), where(column, '<', endOf(text))])
    : dialectOf(db).holdsLater(sql.ref(column), text)
}
