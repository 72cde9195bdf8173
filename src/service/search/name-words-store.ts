import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Tables } from '../database/schema.ts'

interface NamedContact {
  key: string
  id: number
}

interface WordQuery {
  accountId: number
  text: string
  after: NamedContact | undefined
  limit: number
}

/**
 * How many contacts are scanned before the word table is used. A page of a common name is found among
 * them in some 2 ms, while the word table would return thousands of rows.
 */
const maxScanned = 20_000

/**
 * Returns the next contacts whose name has a later word with this prefix, on databases that have a
 * full-text table of the words. `inOrder` selects all that come next, in the order of names.
 */
export async function selectByLaterWord(
  reader: Executor,
  inOrder: SelectQueryBuilder<Tables, 'contacts', NamedContact>,
  { accountId, text, after, limit }: WordQuery,
): Promise<NamedContact[]> {
  const expression = matchExpression(text)
  const { containsLaterWords } = dialectOf(reader)
  const scanned = await reader
    .selectFrom((expression ? inOrder.limit(maxScanned) : inOrder).as('scanned'))
    .selectAll()
    .where(containsLaterWords(sql.ref('key'), text))
    .orderBy('key')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (!expression || scanned.length === limit) return scanned
  // `cross join` makes SQLite start at the words. Otherwise it would look up every contact's words.
  const { rows } = await sql<NamedContact>`
    select nombre_key as key, id
    from contacts_words cross join contacts on contacts.id = contacts_words.rowid
    where contacts_words match ${expression} and account_id = ${accountId}
      and ${containsLaterWords(sql.ref('nombre_key'), text)} and ${after ? isAfter('nombre_key', after) : sql`true`}
    order by nombre_key, id limit ${limit}
  `.execute(reader)
  return rows
}

/** Whether a row comes after another in the order of a column, with the id for equal values. */
export const isAfter = (column: string, { key, id }: NamedContact) =>
  sql<SqlBool>`(${sql.ref(column)}, id) > (${key}, ${id})`

/** More words would not narrow the result, and SQLite limits the depth of an expression. */
const maxWords = 8

/** An FTS5 expression for all words, the last one as a prefix. Undefined for a text without words. */
function matchExpression(text: string): string | undefined {
  // The same separators as the table's tokenizer: all ASCII but letters and digits.
  const words = text.split(/[^a-z0-9\u{80}-\u{10ffff}]+/iu).filter(Boolean)
  if (words.length === 0) return undefined
  const terms = words.map((word, index) =>
    index === words.length - 1 ? `"${word}"*` : `"${word}"`,
  )
  return terms.slice(-maxWords).join(' ')
}
