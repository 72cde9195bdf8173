import type { CatalogueKey, CatalogueTable } from './catalogue.ts'
import type { Placement } from './placement.ts'
import { findViolations, type Violation } from './rules.ts'

type Placements = ReadonlyMap<string, Placement>

/** Returns the script that distributes a schema over the nodes of Citus by account. */
export function distributionScript(
  tables: readonly CatalogueTable[],
  placements: Placements,
): string {
  const violations = findViolations(tables, placements)
  const ofKind = (kind: Placement['kind']) =>
    tables.flatMap(({ name }) => (placements.get(name)?.kind === kind ? [name] : []))
  const distributed = inOrderOfOwners(ofKind('distributed'), placements)
  const reasonOf = (table: string): string => {
    const placement = placements.get(table)
    return placement && 'reason' in placement ? placement.reason : ''
  }
  const repairsOf = (table: string, isChosen: (rule: Violation['rule']) => boolean) =>
    violations
      .filter((each) => each.table === table && isChosen(each.rule))
      .flatMap((each) => repair(each, placements))
  return [
    '-- What a cluster needs, for review: this version of remite does not write account_id to all of these',
    '-- tables, so it does not run on the result.',
    'create extension if not exists citus;',
    ...section('Tables that stay on the coordinator', ofKind('local'), (table) => [
      `-- ${table}: ${reasonOf(table)}`,
    ]),
    ...section(
      'Triggers, which Citus refuses. The program must count what they count',
      distributed,
      (table) => repairsOf(table, (rule) => rule === 'trigger'),
    ),
    ...section('Keys that begin with the account', distributed, (table) =>
      repairsOf(table, (rule) => rule !== 'trigger'),
    ),
    ...section('Tables on every node', ofKind('reference'), (table) => [
      `-- ${table}: ${reasonOf(table)}`,
      `select create_reference_table('${table}');`,
    ]),
    ...section('Tables with the rows of an account on one node', distributed, (table, index) => [
      index === 0
        ? `select create_distributed_table('${table}', 'account_id');`
        : `select create_distributed_table('${table}', 'account_id', colocate_with => '${distributed[0]}');`,
    ]),
    '',
  ].join('\n')
}

const section = (
  title: string,
  tables: readonly string[],
  linesOf: (table: string, index: number) => readonly string[],
): string[] => ['', `-- ${title}`, ...tables.flatMap(linesOf)]

/** A row gets its account from the row above, so that one comes first. */
function inOrderOfOwners(tables: readonly string[], placements: Placements): string[] {
  const depthOf = (table: string): number => {
    const placement = placements.get(table)
    const owner = placement?.kind === 'distributed' ? placement.owner : undefined
    return owner ? 1 + depthOf(owner.table) : 0
  }
  return [...tables].sort((a, b) => depthOf(a) - depthOf(b) || a.localeCompare(b))
}

function repair(violation: Violation, placements: Placements): string[] {
  const { table } = violation
  switch (violation.rule) {
    case 'no account':
      return fillAccount(table, placements, [
        `alter table ${table} add column account_id bigint not null default 0;`,
      ])
    case 'account may be 0':
      return fillAccount(table, placements, [])
    case 'account may be null':
      return [`alter table ${table} alter column account_id set not null;`]
    case 'account is not first':
      return replaceKey(table, violation.key)
    case 'reference':
      return [`alter table ${table} drop constraint ${violation.name};`]
    case 'trigger':
      return [`drop trigger ${violation.name} on ${table};`]
    case 'no placement':
      return [`-- ${table}: this program does not know the table.`]
  }
}

/** Rows whose row above is gone are about to be deleted. */
function fillAccount(table: string, placements: Placements, first: readonly string[]): string[] {
  const placement = placements.get(table)
  const owner = placement?.kind === 'distributed' ? placement.owner : undefined
  if (!owner) return [`-- ${table}: no row above names the account.`]
  return [
    ...first,
    `update ${table} set account_id = above.account_id from ${owner.table} above
  where above.id = ${table}.${owner.column} and ${table}.account_id = 0;`,
    `delete from ${table} where account_id = 0;`,
    `alter table ${table} alter column account_id drop default;`,
  ]
}

function replaceKey(
  table: string,
  { name, isPrimary, isConstraint, columns, where }: CatalogueKey,
): string[] {
  const list = ['account_id', ...columns.filter((column) => column !== 'account_id')].join(', ')
  const drop = isConstraint
    ? `alter table ${table} drop constraint ${name};`
    : `drop index ${name};`
  const add = isPrimary
    ? `alter table ${table} add constraint ${name} primary key (${list});`
    : `create unique index ${name} on ${table} (${list})${where ? ` where ${where}` : ''};`
  return [drop, add]
}
