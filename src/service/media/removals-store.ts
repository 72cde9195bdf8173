import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

interface StoredBytes {
  account_id: number
  stored_in: string
  /** The name of the public address. */
  name: string
}

export interface Removal extends StoredBytes {
  attempts: number
}

/** Plans to delete bytes, unless `cancelRemoval` prevents it. */
export const planRemoval = (
  db: Executor,
  bytes: StoredBytes,
  { removeAt, attempts = 0 }: { removeAt: number; attempts?: number },
) =>
  db
    .insertInto('media_removals')
    .values({ ...bytes, remove_at: removeAt, attempts })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'stored_in', 'name'])
        .doUpdateSet({ remove_at: removeAt, attempts }),
    )
    .execute()

export const cancelRemoval = (db: Executor, { account_id, stored_in, name }: StoredBytes) =>
  db
    .deleteFrom('media_removals')
    .where('account_id', '=', account_id)
    .where('stored_in', '=', stored_in)
    .where('name', '=', name)
    .execute()

/** Returns bytes that no image has and that are to be deleted now. */
export async function selectDueRemovals(
  db: Executor,
  now: number,
  limit: number,
): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select account_id, stored_in, name, attempts from media_removals r
    where remove_at <= ${now} and not exists (
      select 1 from media m where m.account_id = r.account_id and m.public_id = r.name
    )
    order by remove_at limit ${limit}
  `.execute(db)
  return rows
}
