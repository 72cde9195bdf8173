import { sql } from 'kysely'
import type { Executor } from '../../dialect.ts'
import { repeatConflicts } from '../../transaction.ts'

/** A table whose rows get the account of the row above. */
export interface AccountColumn {
  table: string
  owner: {
    table: string
    /** The column with the id of the row above. */
    column: string
  }
}

/** Pages of 8 KB in one statement: some 20,000 rows, which others wait for if they change them. */
const pagesAtOnce = 200

/** `filling`: the column is there, and not all rows have their account. */
type ColumnState = 'missing' | 'filling' | 'filled'

const fillStatement = ({ table, owner }: AccountColumn): string => `
  update ${table} set account_id = coalesce((
    select above.account_id from ${owner.table} above where above.id = ${table}.${owner.column}
  ), 0) where account_id = 0`

/** Adds the column to a table of SQLite. Nobody else has the database open. */
export async function addFilledColumn(db: Executor, of: AccountColumn): Promise<void> {
  await sql
    .raw(`alter table ${of.table} add column account_id integer not null default 0`)
    .execute(db)
  await sql.raw(fillStatement(of)).execute(db)
}

/**
 * Adds the column to a table of PostgreSQL. Programs of the version before insert rows without an account, and
 * statements of this one find rows by it at once, so a trigger fills it. Drop it in a later version.
 */
export async function addAccountColumn(db: Executor, of: AccountColumn): Promise<void> {
  const { table, owner } = of
  if ((await stateOf(db, table)) !== 'missing') return
  const statements = [
    `alter table ${table} add column account_id bigint not null default 0`,
    `create or replace function ${table}_account() returns trigger language plpgsql as $$
      begin
        new.account_id := coalesce(
          (select account_id from ${owner.table} where id = new.${owner.column}), 0);
        return new;
      end $$`,
    `create trigger ${table}_account before insert or update on ${table}
      for each row when (coalesce(new.account_id, 0) = 0) execute function ${table}_account()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Fills the column of a large table, while others write to it. */
export async function fillInSlices(db: Executor, of: AccountColumn): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(to_regclass(${of.table}))
      / cast(current_setting('block_size') as int) as pages
  `.execute(db)
  const pages = Number(rows[0]?.pages ?? 0)
  for (let from = 0; from <= pages; from += pagesAtOnce) {
    const slice = `ctid >= '(${from},0)' and ctid < '(${from + pagesAtOnce},0)'`
    await repeatConflicts(db, () => sql.raw(`${fillStatement(of)} and ${slice}`).execute(db))
  }
}

/** Fills the column, unless that is done, and ends its default, which says that it is not. */
export async function endAccountColumn(
  db: Executor,
  of: AccountColumn,
  { isFilled }: { isFilled: boolean },
): Promise<void> {
  if ((await stateOf(db, of.table)) === 'filled') return
  if (!isFilled) await sql.raw(fillStatement(of)).execute(db)
  await sql.raw(`alter table ${of.table} alter column account_id drop default`).execute(db)
}

export async function stateOf(db: Executor, table: string): Promise<ColumnState> {
  const { rows } = await sql<{ hasDefault: boolean }>`
    select atthasdef as "hasDefault" from pg_attribute
    where attrelid = to_regclass(${table}) and attname = 'account_id' and not attisdropped
  `.execute(db)
  if (!rows[0]) return 'missing'
  return rows[0].hasDefault ? 'filling' : 'filled'
}
