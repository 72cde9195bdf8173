import type { Executor } from '../../database/dialect.ts'
import type { LinkCheckRow } from '../../database/schema/link-check.ts'

/** Returns the last answers of these links. */
export function selectLinkChecks(
  db: Executor,
  accountId: number,
  hashes: readonly string[],
): Promise<LinkCheckRow[]> {
  if (hashes.length === 0) return Promise.resolve([])
  return db
    .selectFrom('link_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('url_hash', 'in', hashes)
    .execute()
}

/** Stores answers in place of earlier ones. */
export async function upsertLinkChecks(
  db: Executor,
  answers: readonly LinkCheckRow[],
): Promise<void> {
  if (answers.length === 0) return
  // In one order, so that two checks at once do not block each other.
  const rows = [...answers].sort((a, b) => (a.url_hash < b.url_hash ? -1 : 1))
  await db
    .insertInto('link_checks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'url_hash']).doUpdateSet((set) => ({
        status: set.ref('excluded.status'),
        fault: set.ref('excluded.fault'),
        bytes: set.ref('excluded.bytes'),
        width: set.ref('excluded.width'),
        checked_at: set.ref('excluded.checked_at'),
      })),
    )
    .execute()
}
