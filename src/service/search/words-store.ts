import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Tables } from '../database/schema.ts'

interface Named {
  key: string
  id: number
}

interface Search {
  accountId: number
  text: string
  after: Named | undefined
  most: number
}

/** Of a common name a page is found among so many, in some 2 ms, and the table would tell thousands. */
const lookedThrough = 20_000

/**
 * The next whose name has a later word that begins so, where those words stand in a table of their own;
 * `inOrder` are all that come next, in the order of names.
 */
export async function findLater(
  reader: Executor,
  inOrder: SelectQueryBuilder<Tables, 'contacts', Named>,
  { accountId, text, after, most }: Search,
): Promise<Named[]> {
  const words = wordsOf(text)
  const { holdsLater } = dialectOf(reader)
  const first = await reader
    .selectFrom((words ? inOrder.limit(lookedThrough) : inOrder).as('first'))
    .selectAll()
    .where(holdsLater(sql.ref('key'), text))
    .orderBy('key')
    .orderBy('id')
    .limit(most)
    .execute()
  if (!words || first.length === most) return first
  // From the words to the contacts: the other way round every name would be asked for its number.
  const { rows } = await sql<Named>`
    select nombre_key as key, id
    from contacts_words cross join contacts on contacts.id = contacts_words.rowid
    where contacts_words match ${words} and account_id = ${accountId}
      and ${holdsLater(sql.ref('nombre_key'), text)} and ${after ? isBehind('nombre_key', after) : sql`true`}
    order by nombre_key, id limit ${most}
  `.execute(reader)
  return rows
}

/** In the order of a column, and of numbers where it is the same. */
export const isBehind = (column: string, { key, id }: Named) =>
  sql<SqlBool>`(${sql.ref(column)}, id) > (${key}, ${id})`

/** More would narrow no further, and a search has a depth it may reach. */
const mostWords = 8

/** All of the words, of the last its beginning; undefined for a text that has none. */
function wordsOf(text: string): string | undefined {
  // As the table parts them: at all that is ASCII and neither letter nor digit.
  const words = text.split(/[^a-z0-9\u{80}-\u{10ffff}]+/iu).filter(Boolean)
  if (words.length === 0) return undefined
  const asked = words.map((word, at) => (at === words.length - 1 ? `"${word}"*` : `"${word}"`))
  return asked.slice(-mostWords).join(' ')
}
