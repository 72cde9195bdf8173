import { sql } from 'kysely'
import type { Executor } from '../../dialect.ts'
import { lookupName } from './partition.ts'

/** A table whose unique keys begin with the account from now on. */
export interface AccountKeys {
  table: string
  keys: readonly AccountKey[]
  /** The columns of plain indexes, which find rows without their account. */
  lookups: readonly (readonly string[])[]
  /** Indexes that a new key makes superfluous. */
  superfluous?: readonly string[]
}

interface AccountKey {
  /** Of the old key, which the new one takes over. */
  name: string
  /** After `account_id`. */
  columns: readonly string[]
}

/** The index that takes the name of the old key when it replaces it. */
const builtName = (name: string): string => `${name}_account`

/** Returns the indexes that `replaceKeys` needs, by name, as what follows `create`. */
export function indexesOf({ table, keys, lookups }: AccountKeys): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, columns } of keys) {
    const list = ['account_id', ...columns].join(', ')
    found.set(builtName(name), `unique index ${builtName(name)} on ${table} (${list})`)
  }
  for (const columns of lookups) {
    const name = lookupName(table, columns)
    found.set(name, `index ${name} on ${table} (${columns.join(', ')})`)
  }
  return found
}

/**
 * Puts keys that begin with the account in the place of the old ones. Programs of the version before go
 * on: none of their statements names one of these keys, and the lookups find their rows. Does nothing
 * if it was done before.
 */
export async function replaceKeys(db: Executor, of: AccountKeys): Promise<void> {
  const { table, keys, superfluous = [] } = of
  const run = (statement: string) => sql.raw(statement).execute(db)
  if (await hasAccountKeys(db, of)) return
  for (const definition of indexesOf(of).values()) {
    await run(`create ${definition.replace('index ', 'index if not exists ')}`)
  }
  for (const { name } of keys) {
    const kind = name.endsWith('_pkey') ? 'primary key' : 'unique'
    await run(`alter table ${table} drop constraint ${name}`)
    await run(`alter table ${table} add constraint ${name} ${kind} using index ${builtName(name)}`)
  }
  for (const index of superfluous) await run(`drop index ${index}`)
}

/** Whether the keys were replaced before, as all of a table are in one transaction. */
export async function hasAccountKeys(db: Executor, { keys }: AccountKeys): Promise<boolean> {
  const { rows } = await sql<{ first: string }>`
    select pg_get_indexdef(to_regclass(${keys[0]?.name}), 1, true) as first
  `.execute(db)
  return rows[0]?.first === 'account_id'
}
