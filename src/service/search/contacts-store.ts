import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { endOf } from '../contacts/store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Tables } from '../database/schema.ts'
import { isAfter, selectByLaterWord } from './name-words-store.ts'
import type { SearchStrategy } from './strategies.ts'

/** A contact in the order of one column; `key` is its value there. */
export interface ContactMatch {
  key: string
  id: number
}

interface MatchQuery {
  accountId: number
  strategy: SearchStrategy
  after: ContactMatch | undefined
  limit: number
}

/** Returns the next contacts that match a strategy, in the order of its column. */
export async function selectNextMatches(
  reader: Executor,
  { accountId, strategy, after, limit }: MatchQuery,
): Promise<ContactMatch[]> {
  const { column, match, text } = strategy
  let inOrder = reader
    .selectFrom('contacts')
    .select([`${column} as key`, 'id'])
    .where('account_id', '=', accountId)
    .orderBy(column)
    .orderBy('id')
  if (after) inOrder = inOrder.where(isAfter(column, after))
  if (match === 'word' && dialectOf(reader).hasWordTable) {
    return selectByLaterWord(reader, inOrder, { accountId, text, after, limit })
  }
  return inOrder
    .where((where) => matches(reader, where, strategy))
    .limit(limit)
    .execute()
}

/** Returns which of the contacts match any of the strategies. */
export async function selectMatchingIds(
  reader: Executor,
  strategies: readonly SearchStrategy[],
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (strategies.length === 0 || ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('contacts')
    .select('id')
    .where('id', 'in', ids)
    .where((where) => where.or(strategies.map((strategy) => matches(reader, where, strategy))))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function matches(
  db: Executor,
  where: ExpressionBuilder<Tables, 'contacts'>,
  { column, match, text }: SearchStrategy,
): Expression<SqlBool> {
  return match === 'prefix'
    ? where.and([where(column, '>=', text), where(column, '<', endOf(text))])
    : dialectOf(db).containsLaterWords(sql.ref(column), text)
}
