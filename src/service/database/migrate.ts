import { type Migration, Migrator, sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import { type Dialect, type Executor, postgres } from './dialect.ts'
import { initial } from './migrations/0001-0019/0001-initial.ts'
import { audiences } from './migrations/0001-0019/0002-audiences.ts'
import { sending } from './migrations/0001-0019/0003-sending.ts'
import { users } from './migrations/0001-0019/0004-users.ts'
import { automations } from './migrations/0001-0019/0005-automations.ts'
import { forms } from './migrations/0001-0019/0006-forms.ts'
import { retention } from './migrations/0001-0019/0007-retention.ts'
import { dkimSelectors } from './migrations/0001-0019/0008-dkim-selectors.ts'
import { nameWords } from './migrations/0001-0019/0009-name-words.ts'
import { visits } from './migrations/0001-0019/0010-visits.ts'
import { wordTable } from './migrations/0001-0019/0011-word-table.ts'
import { oneAddressIndex } from './migrations/0001-0019/0012-one-address-index.ts'
import { eventsInOrder } from './migrations/0001-0019/0013-events-in-order.ts'
import { uploads } from './migrations/0001-0019/0014-uploads.ts'
import { mailLimits } from './migrations/0001-0019/0015-mail-limits.ts'
import { loginNetworks } from './migrations/0001-0019/0016-login-networks.ts'
import { visitCounters } from './migrations/0001-0019/0016-visit-counters.ts'
import { existingSince } from './migrations/0001-0019/0017-existing-since.ts'
import { workerHeartbeats } from './migrations/0001-0019/0018-worker-heartbeats.ts'
import { runEvents } from './migrations/0001-0019/0019-run-events.ts'
import { type AccountConsentChange, accountConsent } from './migrations/0020-account-consent.ts'
import { brands } from './migrations/0021-brands.ts'
import { subscriberMail } from './migrations/0022-subscriber-mail.ts'
import { formOrigins } from './migrations/0023-form-origins.ts'
import { campaignTallies } from './migrations/0024-campaign-tallies.ts'
import { linkChecks } from './migrations/0025-link-checks.ts'
import { reputation } from './migrations/0026-reputation.ts'
import { processDetails } from './migrations/0027-process-details.ts'
import { keyLeases } from './migrations/0028-key-leases.ts'
import { processRoles } from './migrations/0029-process-roles.ts'
import { media } from './migrations/0030-media.ts'
import { apiKeys } from './migrations/0031-api-keys.ts'
import { sendQueue } from './migrations/0032-send-queue.ts'
import { partitions } from './migrations/0033-partitions.ts'
import { imageStorage } from './migrations/0034-image-storage.ts'
import { oauth } from './migrations/0035-oauth.ts'
import { customEvents } from './migrations/0036-custom-events.ts'
import { recipientSpace } from './migrations/0037-recipient-space.ts'
import { signUp } from './migrations/0038-sign-up.ts'
import { statementCounts } from './migrations/0039-statement-counts.ts'
import { flowEvents } from './migrations/0040-flow-events.ts'
import { conversionsOfPeople } from './migrations/0041-conversions.ts'
import { eventStorage } from './migrations/0042-event-storage.ts'
import { contactSpace } from './migrations/0043-contact-space.ts'
import { brandFont } from './migrations/0044-brand-font.ts'
import { accountKeys } from './migrations/0045-account-keys.ts'
import { accountColumnsAndKeys } from './migrations/0046-account-columns.ts'
import { figures } from './migrations/0047-figures.ts'
import { accountEventOrder } from './migrations/0048-account-event-order.ts'
import { acceptedReputation } from './migrations/0049-accepted-reputation.ts'
import { prepareAccountKeys } from './migrations/steps/prepare-account-keys.ts'
import { preparePartitions } from './migrations/steps/prepare-partitions.ts'
import { migratorDatabase } from './postgres/migrator-database.ts'

type MigrationFactory = (dialect: Dialect, report: OnConsentChange) => Migration

const migrations: Record<string, MigrationFactory> = {
  '0001-house': initial,
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
  '0014-uploads': uploads,
  '0015-mail-limits': mailLimits,
  '0016-login-networks': loginNetworks,
  '0016-visit-counters': visitCounters,
  '0017-existing-since': existingSince,
  '0018-worker-heartbeats': workerHeartbeats,
  '0019-run-events': runEvents,
  '0020-account-consent': accountConsent,
  '0021-brands': brands,
  '0022-subscriber-mail': subscriberMail,
  '0023-form-origins': formOrigins,
  '0024-campaign-tallies': campaignTallies,
  '0025-link-checks': linkChecks,
  '0026-reputation': reputation,
  '0027-process-details': processDetails,
  '0028-key-leases': keyLeases,
  '0029-process-roles': processRoles,
  '0030-media': media,
  '0031-api-keys': apiKeys,
  '0032-send-queue': sendQueue,
  '0033-partitions': partitions,
  '0034-image-storage': imageStorage,
  '0035-oauth': oauth,
  '0036-custom-events': customEvents,
  '0037-recipient-space': recipientSpace,
  '0038-sign-up': signUp,
  '0039-statement-counts': statementCounts,
  '0040-flow-events': flowEvents,
  '0041-conversions': conversionsOfPeople,
  '0042-event-storage': eventStorage,
  '0043-contact-space': contactSpace,
  '0044-brand-font': brandFont,
  '0045-account-keys': accountKeys,
  '0046-account-columns': accountColumnsAndKeys,
  '0047-figures': figures,
  '0048-account-event-order': accountEventOrder,
  '0049-accepted-reputation': acceptedReputation,
}

export const migrationNames: readonly string[] = Object.keys(migrations)

/**
 * Called with the names of the missing migrations of an older database. Millions of rows take a
 * while.
 */
export type OnUpgrade = (migrations: readonly string[]) => void

/** Called after an upgrade that changed who is mailed. */
export type OnConsentChange = (change: AccountConsentChange) => void

/**
 * Migrates the schema to this program's version. Throws schema_newer for a database of a newer
 * program.
 */
export async function migrate(
  db: Executor,
  dialect: Dialect,
  onUpgrade: OnUpgrade = () => {},
  onConsentChange: OnConsentChange = () => {},
): Promise<void> {
  const changes: AccountConsentChange[] = []
  const migrator = migratorOf(db, dialect, (change) => changes.push(change))
  const all = await migrator.getMigrations()
  await refuseNewer(db, new Set(all.map(({ name }) => name)))
  const lacking = all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  if (lacking.length > 0 && lacking.length < all.length) onUpgrade(lacking)
  if (dialect === postgres) {
    await preparePartitions(db, lacking)
    await prepareAccountKeys(db, lacking)
  }
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  for (const change of changes) onConsentChange(change)
}

export function migratorOf(
  db: Executor,
  dialect: Dialect,
  report: OnConsentChange = () => {},
): Migrator {
  const made = Object.entries(migrations).map(
    ([name, make]) => [name, make(dialect, report)] as const,
  )
  return new Migrator({
    db: dialect === postgres ? migratorDatabase(db) : db,
    provider: { getMigrations: async () => Object.fromEntries(made) },
  })
}

async function refuseNewer(db: Executor, known: ReadonlySet<string>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return
  const newer = await findNewer(db, known)
  if (newer) throw new Failure('schema_newer', { values: { migration: newer } })
}

/** Returns a migration of a newer program, if one has been run. */
export async function findNewer(
  db: Executor,
  known: ReadonlySet<string> = new Set(migrationNames),
): Promise<string | undefined> {
  const done = await selectApplied(db)
  return done.find((name) => !known.has(name))
}

async function selectApplied(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
