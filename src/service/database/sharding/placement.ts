import { accountTables, keptTables, type OwnedTable } from '../owned-tables.ts'
import type { Tables } from '../schema.ts'

type Table = keyof Tables

/**
 * Where the rows of a table live in a cluster: with their account on one node, on every node, or on the
 * coordinator alone.
 */
export type Placement =
  | { kind: 'distributed'; owner?: Owner }
  | { kind: 'reference'; reason: string }
  | { kind: 'local'; reason: string }

/** The table above, from which a row without `account_id` gets its account. */
interface Owner {
  table: Table
  /** The column with the id of the row above. */
  column: string
}

/** Rows of accounts that are found by something else than their account, in one small table each. */
const references: Partial<Record<Table, string>> = {
  accounts: 'logins find it by user name, and every request reads one row',
  sessions: 'a request finds it by its token, before its account is known',
  api_keys: 'a request finds it by its hash, before its account is known',
  oauth_grants: 'a request finds it by a token, before its account is known',
  oauth_tokens: 'a request finds it by its hash, before its account is known',
  form_origins: 'a preflight names a site and no account',
}

const { accounts: _, ...notOwned } = keptTables

const locals: Partial<Record<Table, string>> = {
  ...notOwned,
  invites: 'a person without an account finds one by its code',
  password_resets: 'a person without a session finds one by its code',
  sandbox_messages: 'a catch-all has no account, and one list shows the mail of all',
  messages: 'a code for someone without an account has none, and one queue serves all accounts',
}

/** Returns the placement of every table. */
export function placements(): ReadonlyMap<Table, Placement> {
  const found = new Map<Table, Placement>()
  for (const table of accountTables) addOwned(found, table)
  for (const [table, reason] of entriesOf(locals)) found.set(table, { kind: 'local', reason })
  for (const [table, reason] of entriesOf(references))
    found.set(table, { kind: 'reference', reason })
  return found
}

/** A table may belong to several tables: the first one names the account. */
function addOwned(
  found: Map<Table, Placement>,
  { table, ownerColumn, parts = [] }: OwnedTable,
  above?: Table,
): void {
  if (!found.has(table) || ownerColumn === 'account_id') {
    const owner = above && { owner: { table: above, column: ownerColumn } }
    found.set(table, { kind: 'distributed', ...owner })
  }
  for (const part of parts) addOwned(found, part, table)
}

const entriesOf = (reasons: Partial<Record<Table, string>>): [Table, string][] =>
  Object.entries(reasons).flatMap(([table, reason]) => (reason ? [[table as Table, reason]] : []))
