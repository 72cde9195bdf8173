import { type Migration, Migrator, sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import type { Dialect, Executor } from './dialect.ts'
import { house } from './migrations/0001-house.ts'
import { audiences } from './migrations/0002-audiences.ts'
import { sending } from './migrations/0003-sending.ts'
import { users } from './migrations/0004-users.ts'
import { automations } from './migrations/0005-automations.ts'
import { forms } from './migrations/0006-forms.ts'
import { retention } from './migrations/0007-retention.ts'
import { dkimSelectors } from './migrations/0008-dkim-selectors.ts'
import { nameWords } from './migrations/0009-name-words.ts'
import { visits } from './migrations/0010-visits.ts'
import { wordTable } from './migrations/0011-word-table.ts'
import { oneAddressIndex } from './migrations/0012-one-address-index.ts'
import { eventsInOrder } from './migrations/0013-events-in-order.ts'

type Numbered = (dialect: Dialect) => Migration

const migrations: Record<string, Numbered> = {
  '0001-house': house,
  '0002-audiences': audiences,
  '0003-sending': sending,
  '0004-users': users,
  '0005-automations': automations,
  '0006-forms': forms,
  '0007-retention': retention,
  '0008-dkim-selectors': dkimSelectors,
  '0009-name-words': nameWords,
  '0010-visits': visits,
  '0011-word-table': wordTable,
  '0012-one-address-index': oneAddressIndex,
  '0013-events-in-order': eventsInOrder,
}

export const migrationNames: readonly string[] = Object.keys(migrations)

/** Is told the names of what a database lacks that an older program made; millions of rows take a while. */
export type OnUpgrade = (migrations: readonly string[]) => void

/** Brings the schema up to this program's; refuses one that a newer program has made. */
export async function migrate(
  db: Executor,
  dialect: Dialect,
  onUpgrade: OnUpgrade = () => {},
): Promise<void> {
  const migrator = migratorOf(db, dialect)
  const all = await migrator.getMigrations()
  await refuseNewer(db, new Set(all.map(({ name }) => name)))
  const lacking = all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  if (lacking.length > 0 && lacking.length < all.length) onUpgrade(lacking)
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

export function migratorOf(db: Executor, dialect: Dialect): Migrator {
  const made = Object.entries(migrations).map(([name, make]) => [name, make(dialect)] as const)
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(made) } })
}

async function refuseNewer(db: Executor, known: ReadonlySet<string>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return
  const done = await sqlNames(db)
  const newer = done.find((name) => !known.has(name))
  if (newer) throw new Failure('schema_newer', { values: { migration: newer } })
}

async function sqlNames(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
