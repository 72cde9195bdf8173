import { Kysely, PostgresDialect } from 'kysely'
import { Failure } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/postgres-url.ts'
import { type Dialect, type Executor, postgres, sqlite } from './dialect.ts'
import { migrate, type OnConsentChange, type OnUpgrade } from './migrate.ts'
import { createPostgresPool, type TimeLimits, untimed } from './postgres/client.ts'
import { createPrivate } from './private-files.ts'
import { maxReads, readerDialect } from './reader.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-driver.ts'

export interface Database {
  /** Writes and short reads. */
  db: Executor
  /** Long reads (counts, searches, exports, dashboards), which must not block the event loop. */
  reader: Executor
  dialect: Dialect
  /** The connections of each pool of PostgreSQL, by state. SQLite has none. */
  connections(): readonly ConnectionCount[]
  close(): Promise<void>
}

interface OpenSettings {
  onUpgrade?: OnUpgrade | undefined
  onConsentChange?: OnConsentChange | undefined
  /** How many connections to PostgreSQL work and short reads may take. Long reads have their own. */
  connections?: number | undefined
}

interface ConnectionCount {
  pool: 'work' | 'reader'
  /** `waiting`: queries that wait for a free connection. */
  state: 'busy' | 'idle' | 'waiting'
  count: number
}

/** More connections gain nothing as long as the workers batch their writes. */
const defaultConnections = 10

/** Opens a file path or a `postgres://` URL. The schema is up to date when this resolves. */
export async function openDatabase(
  source: string,
  { onUpgrade, onConsentChange, connections }: OpenSettings = {},
): Promise<Database> {
  if (!isPostgresUrl(source)) {
    const database = connectSqlite(source)
    await migrateOrClose(database, onUpgrade, onConsentChange)
    return database
  }
  const patient = connectPostgres(source, untimed)
  await migrateOrClose(patient, onUpgrade, onConsentChange)
  await patient.close()
  return connectPostgres(source, connections === undefined ? {} : { connections })
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

/** Connects without running migrations. */
export function connectPostgres(
  connectionString: string,
  { connections = defaultConnections, ...limits }: TimeLimits & { connections?: number } = {},
): Database {
  const pools = {
    work: createPostgresPool({ connectionString, max: connections, ...limits }),
    // Their own connections, so that long reads take none from the workers.
    reader: createPostgresPool({ connectionString, max: maxReads, ...limits }),
  }
  const open = (pool: typeof pools.work) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const db = open(pools.work)
  const reader = open(pools.reader)
  return {
    db,
    reader,
    dialect: postgres,
    connections: () =>
      (['work', 'reader'] as const).flatMap((pool) => {
        const { totalCount, idleCount, waitingCount } = pools[pool]
        return [
          { pool, state: 'busy' as const, count: totalCount - idleCount },
          { pool, state: 'idle' as const, count: idleCount },
          { pool, state: 'waiting' as const, count: waitingCount },
        ]
      }),
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}

export function refuseUnreachable(cause: unknown): never {
  const { code, message } = cause as NodeJS.ErrnoException
  // For a host with several addresses, the error has no message, but always a code.
  const reason = message || code || ''
  throw new Failure('database_unreachable', { values: { reason } }, { cause })
}
