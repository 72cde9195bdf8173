import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import { lastPublished } from '../events/publisher.ts'
import { retentionMs } from '../retention.ts'
import {
  clear,
  clearRows,
  deleteRows,
  isOneOf,
  type Key,
  type Purging,
  purgeSlice,
} from './clear-store.ts'
import { automationRuns, events, jobs, type Owned } from './owned.ts'

/** What goes by its age. */
interface Aged {
  rows: Pick<Owned, 'table' | 'key' | 'parts' | 'slice'>
  /** The column with the time that its age is counted from. */
  at: string
  keptMs: number
  /** Only these; the others are needed yet. */
  only?: Condition
  /** Written in the order of `at`, as its ids tell: the old ones stand first, and nobody looks further. */
  isInOrder?: true
}

const byId = { id: 'int' } as const
const everything: Condition = sql`true`

const aged: readonly Aged[] = [
  {
    rows: { table: 'idempotency', key: { account_id: 'int', route: 'text', key: 'text' } },
    at: 'created_at',
    keptMs: retentionMs.idempotency,
  },
  { rows: { table: 'sessions', key: { jti: 'text' } }, at: 'expires_at', keptMs: 0 },
  {
    rows: { table: 'counters', key: { key: 'text' } },
    at: 'window_start',
    keptMs: retentionMs.counters,
  },
  {
    rows: { table: 'messages', key: byId },
    at: 'created_at',
    keptMs: retentionMs.serviceMail,
    only: sql`state in ('sent', 'failed', 'uncertain', 'cancelled')`,
    isInOrder: true,
  },
  // What has not become deliveries yet has told nobody.
  {
    rows: events,
    at: 'created_at',
    keptMs: retentionMs.events,
    only: sql`seq <= ${lastPublished}`,
    isInOrder: true,
  },
  { rows: jobs, at: 'finished_at', keptMs: retentionMs.jobs },
  { rows: { table: 'inbox', key: byId }, at: 'handled_at', keptMs: retentionMs.inbox },
  { rows: { table: 'audit', key: byId }, at: 'at', keptMs: retentionMs.audit, isInOrder: true },
  {
    rows: { table: 'sandbox_messages', key: byId, slice: 50 },
    at: 'received_at',
    keptMs: retentionMs.sandboxMail,
    isInOrder: true,
  },
]

/** Deletes what is older than it is kept, a slice at a time. */
export async function purgeAged(purging: Purging, now: number): Promise<void> {
  for (const { rows, at, keptMs, only = everything, isInOrder } of aged) {
    const before = now - keptMs
    const owned = { ...rows, by: at }
    if (isInOrder) await clearOldest(purging, owned, { before, only })
    else await clear(purging, owned, sql`${sql.ref(at)} < ${before} and ${only}`)
  }
  await purgeRuns(purging, now - retentionMs.automationRuns)
}

interface Old {
  before: number
  only: Condition
}

/** Along the ids, as far as there are old ones. */
async function clearOldest(purging: Purging, owned: Owned, { before, only }: Old): Promise<void> {
  const { table, by, slice = purgeSlice } = owned
  let after = 0
  for (;;) {
    const { rows } = await sql<{ id: number; is_old: number; is_over: number }>`
      select id, case when ${sql.ref(by)} < ${before} then 1 else 0 end as is_old,
        case when ${only} then 1 else 0 end as is_over
      from ${sql.table(table)} where id > ${after} order by id limit ${slice}
    `.execute(purging.reader)
    if (purging.signal.aborted) return
    const over = rows.filter(({ is_old, is_over }) => is_old === 1 && is_over === 1)
    if (over.length > 0) {
      await clearRows(
        purging,
        owned,
        over.map(({ id }): Key => ({ id })),
      )
    }
    const last = rows.at(-1)
    if (!last || last.is_old === 0) return
    after = last.id
    await setImmediate()
  }
}

/**
 * Forgets the ways of those who went through an automation long ago. A run that keeps its contact
 * from entering again stays, without its way and what it carried.
 */
async function purgeRuns(purging: Purging, before: number): Promise<void> {
  const { db, reader, signal } = purging
  for (;;) {
    const runs = await selectEnded(reader, before)
    if (runs.length === 0 || signal.aborted) return
    const ids = runs.map(({ id }) => id)
    for (const part of automationRuns.parts ?? []) {
      await clear(purging, part, isOneOf(db, part.by, ids))
    }
    if (signal.aborted) return
    await bare(
      db,
      runs.filter(({ keeps_out }) => keeps_out === 1).map(({ id }) => id),
    )
    const free = runs.filter(({ keeps_out }) => keeps_out === 0).map(({ id }): Key => ({ id }))
    if (free.length > 0) await deleteRows(db, automationRuns, free)
    await setImmediate()
  }
}

/** In the words of their index. The occasions of other entries do not come again. */
const selectEnded = async (reader: Executor, before: number) => {
  const { rows } = await sql<{ id: number; keeps_out: number }>`
    select id, case when place_key is not null or entry_key like 'list:%' then 1 else 0 end as keeps_out
    from automation_runs where ended_at is not null and is_bare = 0 and ended_at < ${before}
    limit ${purgeSlice}
  `.execute(reader)
  return rows
}

async function bare(db: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update automation_runs set is_bare = 1, properties = '{}' where ${isOneOf(db, 'id', ids)}
  `.execute(db)
}
