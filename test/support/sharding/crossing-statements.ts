import { placements } from '../../../src/service/database/sharding/placement.ts'

const distributed = new Set(
  [...placements()].flatMap(([table, { kind }]) =>
    kind === 'distributed' ? [table as string] : [],
  ),
)

/** The account is a parameter, so the statement goes to one node. */
const namesAccount =
  /"?account_id"?\s*=\s*\$\d|\$\d+\s*=\s*"?(\w+"?\.)?"?account_id|account_id"? in \(\$\d+\)/i

/** The rows carry their account. */
const insertsAccount = /insert into "?\w+"?\s*\([^)]*"?account_id"?/i

/**
 * Returns the kinds of statements that read or write rows of accounts and name no account, such as
 * `update recipients`. In a cluster they go to every node.
 */
export function crossingStatements(statements: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const statement of statements) {
    const tables = tablesIn(statement)
    if (tables.length === 0 || namesAccount.test(statement)) continue
    const verb = verbOf(statement)
    if (verb === 'insert' && insertsAccount.test(statement)) continue
    found.set(`${verb} ${tables.join(', ')}`, statement)
  }
  return found
}

function tablesIn(statement: string): string[] {
  const named = [...statement.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/gi)]
  const tables = named.flatMap(([, table = '']) => (distributed.has(table) ? [table] : []))
  return [...new Set(tables)].sort()
}

const verbOf = (statement: string): string =>
  /\b(insert into|update\s+"?\w+"?\s+set|delete from)\b/i
    .exec(statement)?.[1]
    ?.split(/\s/)[0]
    ?.toLowerCase() ?? 'select'
