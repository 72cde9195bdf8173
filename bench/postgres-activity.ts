import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Executor } from '../src/service/database/dialect.ts'

/** What the server has done since its start. */
export interface ServerWork {
  /** Of all its processes; undefined if they cannot be seen from here. */
  cpuMs: number | undefined
  walBytes: number
  /** By `pg_stat_statements`; undefined if the server has not loaded it. */
  statements: StatementTotals | undefined
}

interface StatementTotals {
  calls: number
  ms: number
  fullPageImages: number
}

/** Of one table, since its creation. */
export interface TableWork {
  inserts: number
  updates: number
  hotUpdates: number
  deletes: number
}

/** Adds an extension of `postgresql-contrib`. Returns whether the server has it. */
export async function addExtension(db: Executor, name: string): Promise<boolean> {
  try {
    await sql`create extension if not exists ${sql.id(name)}`.execute(db)
    if (name === 'pg_stat_statements') await readStatements(db)
    return true
  } catch {
    return false
  }
}

export async function readServerWork(
  db: Executor,
  { pid, hasStatements }: { pid: number | undefined; hasStatements: boolean },
): Promise<ServerWork> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_current_wal_insert_lsn() - '0/0' as bytes
  `.execute(db)
  return {
    cpuMs: pid === undefined ? undefined : serverCpuMs(pid),
    walBytes: rows[0]?.bytes ?? 0,
    statements: hasStatements ? await readStatements(db) : undefined,
  }
}

async function readStatements(db: Executor): Promise<StatementTotals> {
  const { rows } = await sql<StatementTotals>`
    select sum(calls)::float8 as calls, sum(total_plan_time + total_exec_time) as ms, sum(wal_fpi)::float8 as "fullPageImages"
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
  `.execute(db)
  return rows[0] ?? { calls: 0, ms: 0, fullPageImages: 0 }
}

interface StatementCost {
  calls: number
  ms: number
  bytes: number
  text: string
}

export const forgetStatements = (db: Executor) => sql`select pg_stat_statements_reset()`.execute(db)

/** Returns the statements that took the most time. */
export async function longestStatements(db: Executor, limit: number): Promise<StatementCost[]> {
  const { rows } = await sql<StatementCost>`
    select calls::float8 as calls, total_plan_time + total_exec_time as ms, wal_bytes::float8 as bytes,
      regexp_replace(query, '\\s+', ' ', 'g') as text
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
    order by total_plan_time + total_exec_time desc limit ${limit}
  `.execute(db)
  return rows
}

/** A hundredth of a second, the unit of the kernel on all platforms that we know. */
const tickMs = 10

/**
 * The time on a processor of the server's first process, of those that it has started, and of those that have
 * ended.
 */
function serverCpuMs(pid: number): number {
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? readStat(entry) : undefined
    if (!stat || (entry !== String(pid) && stat.parent !== pid)) continue
    ticks += stat.own + (entry === String(pid) ? stat.ended : 0)
  }
  return ticks * tickMs
}

function readStat(pid: string) {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined // it has ended
  }
  // The name of the program, in parentheses, may contain spaces. The fields after it are numbered from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) }
}

/** Returns the work on each table. Connections report it when they end, or seconds later. */
export async function readTableWork(db: Executor): Promise<Map<string, TableWork>> {
  const { rows } = await sql<TableWork & { name: string }>`
    select relname as name, n_tup_ins::float8 as inserts, n_tup_upd::float8 as updates,
      n_tup_hot_upd::float8 as "hotUpdates", n_tup_del::float8 as deletes
    from pg_stat_user_tables
  `.execute(db)
  return new Map(rows.map(({ name, ...work }) => [name, work]))
}

/** Returns what each table has seen since `before`. */
export function workSince(
  before: ReadonlyMap<string, TableWork>,
  after: ReadonlyMap<string, TableWork>,
): Map<string, TableWork> {
  const differences = [...after].map(([name, work]): [string, TableWork] => {
    const earlier = before.get(name)
    return [
      name,
      {
        inserts: work.inserts - (earlier?.inserts ?? 0),
        updates: work.updates - (earlier?.updates ?? 0),
        hotUpdates: work.hotUpdates - (earlier?.hotUpdates ?? 0),
        deletes: work.deletes - (earlier?.deletes ?? 0),
      },
    ]
  })
  return new Map(differences)
}

interface TableSize {
  name: string
  rows: number
  dead: number
  tableBytes: number
  indexBytes: number
}

export async function tableSizes(db: Executor): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select relname as name, n_live_tup::float8 as rows, n_dead_tup::float8 as dead,
      pg_table_size(relid)::float8 as "tableBytes", pg_indexes_size(relid)::float8 as "indexBytes"
    from pg_stat_user_tables
    order by pg_total_relation_size(relid) desc
  `.execute(db)
  return rows
}

interface IndexDensity {
  name: string
  bytes: number
  scans: number
  /** How full the leaf pages are, in percent. */
  density: number
  fragmentation: number
}

/** Returns the largest B-tree indexes. Needs the extension `pgstattuple`. */
export async function indexDensities(db: Executor, limit: number): Promise<IndexDensity[]> {
  const { rows } = await sql<IndexDensity>`
    select largest.name, largest.bytes, largest.scans,
      stat.avg_leaf_density as density, stat.leaf_fragmentation as fragmentation
    from (
      select indexrelname as name, indexrelid, idx_scan::float8 as scans,
        pg_relation_size(indexrelid)::float8 as bytes
      from pg_stat_user_indexes
      join pg_class on pg_class.oid = indexrelid
      join pg_am on pg_am.oid = pg_class.relam and amname = 'btree'
      order by pg_relation_size(indexrelid) desc limit ${limit}
    ) as largest
    cross join lateral pgstatindex(largest.indexrelid) as stat
    order by largest.bytes desc
  `.execute(db)
  return rows
}
