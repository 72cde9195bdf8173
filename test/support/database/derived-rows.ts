import { sql } from 'kysely'
import { expect } from 'vitest'
import { dialectOf, type Executor } from '../../../src/service/database/dialect.ts'

/** The stored counts of lists without those that are zero, and a count of their contacts. */
async function listCountsOf(db: Executor) {
  const stored = await db
    .selectFrom('list_counts')
    .select((select) => ['list_id', 'status', select.fn.sum<number>('contacts').as('count')])
    .groupBy(['list_id', 'status'])
    .having((having) => having.fn.sum('contacts'), '<>', 0)
    .orderBy('list_id')
    .orderBy('status')
    .execute()
  const counted = await db
    .selectFrom('contacts')
    .select((select) => ['list_id', 'status', select.fn.countAll<number>().as('count')])
    .groupBy(['list_id', 'status'])
    .orderBy('list_id')
    .orderBy('status')
    .execute()
  return { stored, counted }
}

interface Word {
  term: string
  doc: number
  offset: number
}

/** The words in the full-text table of SQLite, and those of a table that is filled anew. */
async function nameWordsOf(db: Executor): Promise<{ stored: Word[]; expected: Word[] }> {
  if (!dialectOf(db).hasWordTable) return { stored: [], expected: [] }
  const statements = [
    `create virtual table if not exists words_stored using fts5vocab (contacts_words, instance)`,
    `create virtual table if not exists words_anew
      using fts5 (words, content = '', columnsize = 0, detail = full, tokenize = 'ascii')`,
    `insert into words_anew (words_anew) values ('delete-all')`,
    `insert into words_anew (rowid, words)
      select id, substr(nombre_key, instr(nombre_key, ' ') + 1) from contacts
      where instr(nombre_key, ' ') > 0`,
    `create virtual table if not exists words_expected using fts5vocab (words_anew, instance)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  const read = async (table: string) => {
    const query = sql<Word>`select term, doc, offset from ${sql.table(table)} order by term, doc, offset`
    return (await query.execute(db)).rows
  }
  return { stored: await read('words_stored'), expected: await read('words_expected') }
}

/** Compares what is derived from contacts, the counts of lists and the words of names, with a recount. */
export async function expectDerivedRows(db: Executor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { stored, counted } = await listCountsOf(tx)
    expect(stored).toEqual(counted)
    const words = await nameWordsOf(tx)
    expect(words.stored).toEqual(words.expected)
  })
}
