import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { storableText } from '../../../core/storable-text.ts'

const defaultConnectMs = 15_000
/** The server ends a longer statement. */
const defaultStatementMs = 30_000
const defaultSilentMs = 5_000
/** How long a transaction may stand still: its process or the network to it is dead. */
const idleTransactionMs = 60_000
/** How long a connection may be idle before the kernel sends probes. Firewalls forget idle ones. */
const keepAliveMs = 10_000

/**
 * The settings of each connection. JIT compilation takes longer than our longest query. The others let
 * the server notice that we are gone, so that our locks do not outlive us.
 */
const sessionSettings = (statementMs: number, silentMs: number): string => `set jit = off;
  set statement_timeout = ${statementMs};
  set idle_in_transaction_session_timeout = ${idleTransactionMs};
  set tcp_keepalives_idle = ${keepAliveMs / 1000};
  set tcp_user_timeout = ${statementMs + silentMs}`

/**
 * A connection that ends when the server does not answer a query. Otherwise it would stay in the pool,
 * and each query that it gets would wait behind that one.
 */
class TimedClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const bound = Array.isArray(values) ? values.map(storable) : values
    const result: unknown = Reflect.apply(super.query, this, [text, bound, ...rest])
    return (
      result instanceof Promise ? result.catch((error) => this.#fail(error)) : result
    ) as never
  }

  /** Ends the connection without waiting for a server that may be silent. */
  leave(): void {
    this.#stream.unref()
    void this.end(() => {})
  }

  /** The types leave the connection out. */
  get #stream() {
    const { connection } = this as unknown as { connection: { stream: Socket } }
    return connection.stream
  }

  async #fail(error: Error): Promise<never> {
    if (error.message === 'Query read timeout') {
      const ended = once(this, 'end')
      this.#stream.destroy()
      await ended
    }
    throw error
  }
}

const storable = (value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value

export interface TimeLimits {
  /** How long a connection may take, including the wait for a free one. */
  connectMs?: number
  /** How long a statement may run. */
  statementMs?: number
  /** How much later its answer may come. Then the connection is dead. */
  silentMs?: number
}

/** For work on the whole database. */
export const untimed: TimeLimits = { statementMs: Number.POSITIVE_INFINITY }

interface PoolSettings extends TimeLimits {
  connectionString: string
  max: number
  /** How many connections stay open without work. */
  min?: number
}

/** Creates a pool whose connections survive neither silence nor a broken network. */
export function createPostgresPool(settings: PoolSettings): pg.Pool {
  const { connectionString, max, min = 0, connectMs = defaultConnectMs } = settings
  const { statementMs = defaultStatementMs, silentMs = defaultSilentMs } = settings
  const isLimited = Number.isFinite(statementMs)
  // By default, counts and sums arrive as text. Ours stay below 2^53.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({
    connectionString,
    max,
    min,
    types,
    Client: TimedClient,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // A statement is sent while those before it are executed, as `allInOrder` wants.
    pipeline: true,
    ...(isLimited && { query_timeout: statementMs + silentMs }),
    // The pool hands the connection out when this has ended.
    onConnect: (client) =>
      client.query(isLimited ? sessionSettings(statementMs, silentMs) : 'set jit = off'),
  })
  // The pool replaces a connection that breaks while idle. Without a listener the process would
  // exit.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection that breaks in use fails its query. Without a listener the process would exit too.
    client.on('error', () => {})
  })
  return pool
}

/** Opens a connection on which notifications arrive. It ends when the server does not answer in time. */
export async function connectListener(
  connectionString: string,
): Promise<pg.Client & { leave(): void }> {
  const client = new TimedClient({
    connectionString,
    connectionTimeoutMillis: defaultConnectMs,
    query_timeout: defaultSilentMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  // Without a listener the process would exit. The end follows.
  client.on('error', () => {})
  await client.connect()
  return client
}

const networkCodes = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_)/
/** 08: connection. 53300: too many connections. 57P: the server shuts down or starts. */
const stateCodes = /^(08|53300|57P)/
/** pg has no codes for these. */
const connectionMessages =
  /^(Query read timeout|Connection terminated|timeout exceeded|Client (has|was) )/

/** Whether the error says that the server cannot be reached, and nothing about the query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return networkCodes.test(code) || stateCodes.test(code) || connectionMessages.test(error.message)
}

/** A name or type that is not there, a new column without a value, a new check (SQLSTATE 42 and 23). */
const mismatchCodes = /^(42...|23502|23514)$/

/** Whether a statement does not fit the schema, for example because a newer program has changed it. */
export const isSchemaMismatch = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && mismatchCodes.test(String(error.code))
