import type { CatalogueKey, CatalogueTable } from './catalogue.ts'
import type { Placement } from './placement.ts'

/** What keeps a table from being distributed by account, or makes it slow. */
export type Violation =
  | {
      table: string
      rule: 'no placement' | 'no account' | 'account may be null' | 'account may be 0'
    }
  | { table: string; rule: 'account is not first'; key: CatalogueKey }
  | { table: string; rule: 'reference'; name: string }
  | { table: string; rule: 'trigger'; name: string }

type Placements = ReadonlyMap<string, Placement>

/**
 * Returns the violations of a schema. In a cluster, every unique key of a distributed table contains the
 * account. The account comes first, so that the rows of an account are beside each other. A row may refer
 * to a reference table, and to rows of its own account.
 */
export const findViolations = (
  tables: readonly CatalogueTable[],
  placements: Placements,
): Violation[] => tables.flatMap((table) => violationsOf(table, placements))

function violationsOf(table: CatalogueTable, placements: Placements): Violation[] {
  const { name, columns, keys, triggers } = table
  const placement = placements.get(name)
  if (!placement) return [{ table: name, rule: 'no placement' }]
  const references = table.references
    .filter(({ to }) => !mayRefer(placement, placements.get(to)))
    .map((each): Violation => ({ table: name, rule: 'reference', name: each.name }))
  if (placement.kind !== 'distributed') return references
  const account = columns.find((column) => column.name === 'account_id')
  return [
    ...(account ? [] : [{ table: name, rule: 'no account' as const }]),
    ...(account?.isNullable ? [{ table: name, rule: 'account may be null' as const }] : []),
    ...(account?.default === '0' ? [{ table: name, rule: 'account may be 0' as const }] : []),
    ...keys
      .filter((key) => key.columns[0] !== 'account_id')
      .map((key) => ({ table: name, rule: 'account is not first' as const, key })),
    ...references,
    ...triggers.map((trigger) => ({ table: name, rule: 'trigger' as const, name: trigger })),
  ]
}

function mayRefer(from: Placement, to: Placement | undefined): boolean {
  if (to?.kind === 'reference') return true
  return from.kind === 'local' && to?.kind === 'local'
}
