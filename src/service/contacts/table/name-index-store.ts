import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../database/condition.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'

/** The words of a name after the first. Those of a name with one word are not in the index. */
const laterWords = sql`substr(nombre_key, instr(nombre_key, ' ') + 1)`
const hasLaterWords = sql<SqlBool>`instr(nombre_key, ' ') > 0`

/** Adds the names of contacts to the full-text table of SQLite. PostgreSQL has an index. */
export async function addNames(tx: Executor, those: Condition): Promise<void> {
  if (!dialectOf(tx).hasWordTable) return
  await sql`
    insert into contacts_words (rowid, words)
    select id, ${laterWords} from contacts where ${those} and ${hasLaterWords}
  `.execute(tx)
}

/**
 * Removes them, before the contacts are deleted or get another name: the table keeps only an index, and
 * must be told the words.
 */
export async function removeNames(tx: Executor, those: Condition): Promise<void> {
  if (!dialectOf(tx).hasWordTable) return
  await sql`
    insert into contacts_words (contacts_words, rowid, words)
    select 'delete', id, ${laterWords} from contacts where ${those} and ${hasLaterWords}
  `.execute(tx)
}
