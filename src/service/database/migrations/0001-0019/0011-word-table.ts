import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * A full-text table for searches by surname on SQLite: the words of each name after the first, by
 * contact id. Erased contacts leave no words behind (`secure-delete`; with less than `detail =
 * full` it loses words of other rows: SQLite 3.53).
 */
export const wordTable = ({ name }: Dialect): Migration => ({
  async up(db) {
    if (name !== 'sqlite') return
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const hasLater = (row: string) => `instr(${row}.nombre_key, ' ') > 0`
const laterOf = (row: string) =>
  `${row}.id, substr(${row}.nombre_key, instr(${row}.nombre_key, ' ') + 1)`

const added = `insert into contacts_words (rowid, words) select ${laterOf('new')} where ${hasLater('new')}`
/** A contentless table must be told which words to delete. */
const taken = `insert into contacts_words (contacts_words, rowid, words)
  select 'delete', ${laterOf('old')} where ${hasLater('old')}`

const statements = [
  `create virtual table contacts_words
    using fts5 (words, content = '', columnsize = 0, detail = full, tokenize = 'ascii')`,
  `insert into contacts_words (contacts_words, rank) values ('secure-delete', 1)`,
  `insert into contacts_words (rowid, words)
    select ${laterOf('contacts')} from contacts where ${hasLater('contacts')}`,
  `create trigger contacts_words_in after insert on contacts begin ${added}; end`,
  `create trigger contacts_words_out after delete on contacts begin ${taken}; end`,
  `create trigger contacts_words_over after update of nombre_key on contacts
    when old.nombre_key <> new.nombre_key begin ${taken}; ${added}; end`,
]
