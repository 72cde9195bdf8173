import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { Failure } from '../../core/failure.ts'
import { serviceDefaults } from '../../core/service/defaults.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import { type Dialect, type Executor, postgres, sqlite } from './dialect.ts'
import { migrate, type OnConsentChange, type OnUpgrade } from './migrate.ts'
import { createPostgresPool, type TimeLimits, untimed } from './postgres/client.ts'
import { createNotifier, type Notifier } from './postgres/notifier.ts'
import {
  checkReplica,
  createReplicaPool,
  type Replica,
  replicaDialect,
} from './postgres/replica.ts'
import { createPrivate } from './private-files.ts'
import { maxReads, readerDialect } from './reader.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-driver.ts'

export interface Database {
  /** Writes and short reads. */
  db: Executor
  /**
   * Long reads (counts, searches, exports, dashboards), which must not block the event loop. They may
   * go to a replica.
   */
  reader: Executor
  dialect: Dialect
  /** Absent for a database of one process. */
  notifier?: Notifier
  /** The connections of each pool of PostgreSQL, by state. SQLite has none. */
  connections(): readonly ConnectionCount[]
  close(): Promise<void>
}

interface OpenSettings {
  onUpgrade?: OnUpgrade | undefined
  onConsentChange?: OnConsentChange | undefined
  /** How many connections to PostgreSQL work and short reads may take. Long reads have their own. */
  connections?: number | undefined
  /** A streaming replica of a PostgreSQL database, for long reads. */
  replica?: Replica | undefined
}

interface ConnectionCount {
  /** `work`, `reader` or `replica`. */
  pool: string
  /** `waiting`: queries that wait for a free connection. */
  state: 'busy' | 'idle' | 'waiting'
  count: number
}

/** Opens a file path or a `postgres://` URL. The schema is up to date when this resolves. */
export async function openDatabase(
  source: string,
  { onUpgrade, onConsentChange, connections, replica }: OpenSettings = {},
): Promise<Database> {
  if (replica && ![source, replica.url].every(isPostgresUrl)) throw new Failure('replica_unusable')
  if (!isPostgresUrl(source)) {
    const database = connectSqlite(source)
    await migrateOrClose(database, onUpgrade, onConsentChange)
    return database
  }
  const patient = connectPostgres(source, untimed)
  await migrateOrClose(patient, onUpgrade, onConsentChange)
  await patient.close()
  if (replica) await checkReplica(source, replica.url)
  return connectPostgres(source, { ...(connections !== undefined && { connections }), replica })
}

async function migrateOrClose(
  database: Database,
  onUpgrade?: OnUpgrade,
  onConsentChange?: OnConsentChange,
): Promise<void> {
  try {
    await migrate(database.db, database.dialect, onUpgrade, onConsentChange)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Connects without running migrations. */
export const connect = (source: string): Database =>
  isPostgresUrl(source) ? connectPostgres(source) : connectSqlite(source)

function connectSqlite(file: string): Database {
  createPrivate(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  const reader = new Kysely<Tables>({ dialect: readerDialect(file) })
  return {
    db,
    reader,
    dialect: sqlite,
    connections: () => [],
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}

interface PostgresSettings extends TimeLimits {
  connections?: number
  replica?: Replica | undefined
}

/** Connects without running migrations. */
export function connectPostgres(
  connectionString: string,
  { connections = serviceDefaults.databaseConnections, replica, ...limits }: PostgresSettings = {},
): Database {
  const pools = {
    // One stays open: the heartbeat would open another each time.
    work: createPostgresPool({ connectionString, max: connections, min: 1, ...limits }),
    // Their own connections, so that long reads take none from the workers.
    reader: createPostgresPool({ connectionString, max: maxReads, ...limits }),
    ...(replica && { replica: createReplicaPool(replica.url, maxReads) }),
  }
  const dialect = (pool: pg.Pool) => new PostgresDialect({ pool })
  const db = new Kysely<Tables>({ dialect: dialect(pools.work) })
  const reader = new Kysely<Tables>({
    dialect:
      replica && pools.replica
        ? replicaDialect({ ...replica, primary: pools.reader, replica: pools.replica })
        : dialect(pools.reader),
  })
  return {
    db,
    reader,
    dialect: postgres,
    notifier: createNotifier(connectionString, pools.work),
    connections: () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
        { pool, state: 'busy' as const, count: totalCount - idleCount },
        { pool, state: 'idle' as const, count: idleCount },
        { pool, state: 'waiting' as const, count: waitingCount },
      ]),
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}

/** Throws database_unreachable. */
export async function requireReachable(url: string): Promise<void> {
  const { db, close } = connectPostgres(url)
  try {
    await db.introspection.getTables().catch(refuseUnreachable)
  } finally {
    await close()
  }
}

export function refuseUnreachable(cause: unknown): never {
  const { code, message } = cause as NodeJS.ErrnoException
  // For a host with several addresses, the error has no message, but always a code.
  const reason = message || code || ''
  throw new Failure('database_unreachable', { values: { reason } }, { cause })
}
