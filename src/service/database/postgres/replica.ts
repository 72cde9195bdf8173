import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { isStatementTimeout, postgres } from '../dialect.ts'
import { createPostgresPool, isUnavailable } from './client.ts'

/** A replica that needs longer is not used for a while. */
const maxLagMs = 1000
/** How long a read of the position may take, and a new connection to the replica. */
const answerMs = 1000
const lookMs = 10
/** A replica that could not be used is tried again after this time, by one read. */
const pauseMs = 5000

/** A streaming replica for long reads. */
export interface Replica {
  url: string
  clock: Clock
  /** Called when reads begin to go to the primary, with the reason, and when they no longer do. */
  onChange: (trouble: string | undefined) => void
}

interface ReplicaParts extends Pick<Replica, 'clock' | 'onChange'> {
  /** The reading connections to the primary. */
  primary: pg.Pool
  replica: pg.Pool
}

export const createReplicaPool = (url: string, max: number): pg.Pool =>
  createPostgresPool({ connectionString: url, max, connectMs: answerMs })

export const replicaDialect = (parts: ReplicaParts): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new ReplicaDriver(parts),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/**
 * Everything that was committed before is in the log up to this position. Without synchronous commits,
 * a commit may not have reached the disk yet.
 */
const writtenPosition = `select cast(case current_setting('synchronous_commit') when 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as text) as position`

const hasReplayed = `select pg_is_in_recovery()
  and pg_last_wal_replay_lsn() >= cast($1 as pg_lsn) as "isCurrent"`

const identity = `select cast(system_identifier as text) as system, current_database() as database,
  pg_is_in_recovery() as "isReplica" from pg_control_system()`

/**
 * Reads from a streaming replica that has replayed everything committed before the read began, by
 * whatever process, so that a client sees what it has just written. A replica that does not answer or
 * stays behind is not used for a while: then the primary answers.
 */
class ReplicaDriver implements Driver {
  readonly #parts: ReplicaParts
  #trouble: string | undefined
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(parts: ReplicaParts) {
    this.#parts = parts
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ReadingConnection> {
    const replica = await this.#currentReplica()
    const { primary } = this.#parts
    return new ReadingConnection(replica ?? (await primary.connect()), {
      primary: replica && primary,
      onLost: (error) => this.#pause(error.message),
    })
  }

  /** Connects to the replica, and waits until it has replayed all commits. */
  async #currentReplica(): Promise<pg.PoolClient | undefined> {
    const { primary, replica, clock } = this.#parts
    const isFull = replica.totalCount >= replica.options.max && replica.idleCount === 0
    if (isFull || clock.now() < this.#pausedUntil) return undefined
    // While this read tries it, the others go to the primary.
    if (this.#trouble !== undefined) this.#pausedUntil = clock.now() + pauseMs
    const position = await positionOf(primary)
    const startedAt = clock.now()
    let client: pg.PoolClient | undefined
    try {
      client = await replica.connect()
      while (!(await isCurrent(client, position))) {
        if (clock.now() - startedAt >= maxLagMs) throw new BehindError()
        await clock.sleep(lookMs)
      }
      this.#resume()
      return client
    } catch (error) {
      client?.release(isUnavailable(error))
      this.#pause(error instanceof Error ? error.message : '')
      return undefined
    }
  }

  #pause(trouble: string): void {
    const { clock, onChange } = this.#parts
    this.#pausedUntil = clock.now() + pauseMs
    if (this.#trouble === undefined) onChange(trouble)
    this.#trouble = trouble
  }

  #resume(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY
    if (this.#trouble !== undefined) this.#parts.onChange(undefined)
    this.#trouble = undefined
  }

  async releaseConnection(connection: ReadingConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(): Promise<void> {
    throw new Error('the reader has no transactions')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all([this.#parts.replica.end(), this.#parts.primary.end()])
  }
}

class BehindError extends Error {
  constructor() {
    super(`it is more than ${maxLagMs} ms behind`)
  }
}

interface Fallback {
  /** For a query that the replica does not answer. Undefined for a connection to the primary. */
  primary: pg.Pool | undefined
  onLost(error: Error): void
}

/** A connection to the replica that becomes one to the primary if the replica fails. */
class ReadingConnection implements DatabaseConnection {
  #client: pg.PoolClient
  #fallback: Fallback
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: pg.PoolClient, fallback: Fallback) {
    this.#client = client
    this.#fallback = fallback
  }

  /** Runs queries one after another, even if they start together. */
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = this.#last.then(() => this.#ask<R>(query))
    this.#last = answer.catch(() => {})
    return answer
  }

  async #ask<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const ask = async () => ({ rows: (await this.#client.query(sql, [...parameters])).rows })
    try {
      return await ask()
    } catch (error) {
      const { primary } = this.#fallback
      // Also a query that the replica ends because it is in the way of the replay.
      if (!primary || !postgres.isDown(error) || isStatementTimeout(error)) throw error
      const isLost = isUnavailable(error)
      if (isLost && error instanceof Error) this.#fallback.onLost(error)
      this.#client.release(isLost)
      this.#client = await primary.connect()
      this.#fallback = { ...this.#fallback, primary: undefined }
      return ask()
    }
  }

  streamQuery(): never {
    throw new Error('exports page by key: an open statement would hold the reader')
  }

  release(): void {
    this.#client.release()
  }
}

const positionOf = async (primary: pg.Pool): Promise<string> =>
  (await ask<{ position: string }>(primary, writtenPosition))?.position ?? ''

/** Returns the first row. */
async function ask<Row extends object>(pool: pg.Pool, text: string): Promise<Row | undefined> {
  const client = await pool.connect()
  let error: unknown
  try {
    return (await client.query<Row>(text)).rows[0]
  } catch (cause) {
    error = cause
    throw cause
  } finally {
    client.release(isUnavailable(error))
  }
}

async function isCurrent(client: pg.PoolClient, position: string): Promise<boolean> {
  const { rows } = await client.query<{ isCurrent: boolean }>({
    ...{ text: hasReplayed, values: [position] },
    ...{ query_timeout: answerMs },
  })
  return rows[0]?.isCurrent === true
}

interface Identity {
  system: string
  database: string
  isReplica: boolean
}

/**
 * Throws replica_unusable for a server that is no streaming replica of the primary's database. One that
 * cannot be reached may be one.
 */
export async function checkReplica(primaryUrl: string, replicaUrl: string): Promise<void> {
  const primary = createPostgresPool({ connectionString: primaryUrl, max: 1 })
  const replica = createReplicaPool(replicaUrl, 1)
  try {
    const own = await ask<Identity>(primary, identity)
    const found = await ask<Identity>(replica, identity)
    const isSame = own?.system === found?.system && own?.database === found?.database
    if (!isSame || !found?.isReplica) throw new Failure('replica_unusable')
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    if (isUnavailable(cause)) return
    const reason = cause instanceof Error ? cause.message : ''
    throw new Failure('replica_unusable', { values: { reason } }, { cause })
  } finally {
    await Promise.all([primary.end(), replica.end()])
  }
}
