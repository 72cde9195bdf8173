import { yieldToEventLoop } from '../../core/clock.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import type { OwnedRows } from '../database/owned-tables.ts'
import { deleteRows, isOneOf, type RowKey, selectKeys } from './rows-store.ts'

export interface PurgeContext {
  db: Executor
  /** Searches for rows, so that no write waits for a search. */
  reader: Executor
  /** Stops the purge between two slices. The next purge continues. */
  signal: AbortSignal
}

/**
 * Deletes the rows that match a condition, a slice at a time, each slice together with its parts. A
 * purge that is killed in between continues from the rows that are left.
 */
export async function deleteMatching(
  context: PurgeContext,
  rows: OwnedRows,
  condition: Condition,
  remove = (keys: readonly RowKey[]) => deleteWithParts(context, rows, keys),
): Promise<void> {
  let after = 0
  for (;;) {
    const keys = await selectKeys(context.reader, rows, { condition, after })
    if (keys.length === 0 || context.signal.aborted) return
    await remove(keys)
    after = Number(keys.at(-1)?.id ?? 0)
    await yieldToEventLoop()
  }
}

/** Deletes rows after everything that belongs to them. */
export async function deleteWithParts(
  context: PurgeContext,
  rows: OwnedRows,
  keys: readonly RowKey[],
): Promise<void> {
  await deleteParts(
    context,
    rows,
    keys.map(({ id }) => Number(id)),
  )
  if (context.signal.aborted) return
  await deleteRows(context.db, rows, keys)
}

export async function deleteParts(
  context: PurgeContext,
  { parts = [] }: OwnedRows,
  ids: readonly number[],
): Promise<void> {
  for (const part of parts) {
    await deleteMatching(context, part, isOneOf(context.db, part.ownerColumn, ids))
  }
}
