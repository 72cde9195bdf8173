import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { Account } from './store.ts'

/**
 * Serializes changes of the tree: each rule involves several rows, and two changes that are valid
 * alone can break it together. Locks the first account, which is never deleted.
 */
export async function lockTree(tx: Executor): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', (query) =>
      query.selectFrom('accounts').select((select) => select.fn.min('id').as('id')),
    )
    .execute()
}

export const selectChildren = (db: Executor, id: number): Promise<Account[]> =>
  db.selectFrom('accounts').selectAll().where('parent_id', '=', id).orderBy('id').execute()

/** Moves all direct sub-accounts of one account below another. */
export async function moveChildren(
  tx: Executor,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.updateTable('accounts').set({ parent_id: to }).where('parent_id', '=', from).execute()
}

/**
 * Accounts below `below` that are suspended by `from` become suspended by `to`; 0 activates them.
 * Accounts that another account has suspended, such as themselves, stay suspended.
 */
export async function transferSuspension(
  tx: Executor,
  { below, from, to }: { below: number; from: number; to: number },
): Promise<void> {
  if (from === to) return
  await sql`
    with recursive tree (id) as (
      select id from accounts where parent_id = ${below}
      union all
      select accounts.id from accounts join tree on accounts.parent_id = tree.id
    )
    update accounts set suspended_by = ${to}, status = ${statusUnder(to)}
    where id in (select id from tree) and suspended_by = ${from}
      and status in ('active', 'suspended')
  `.execute(tx)
}

export const statusUnder = (suspendedBy: number): 'active' | 'suspended' =>
  suspendedBy === 0 ? 'active' : 'suspended'

interface TreeQuery {
  /** The root. It is not part of the result if `depth` starts at 1. */
  rootId: number
  depth: { from: number; to: number }
  limit: number
  order: 'asc' | 'desc'
  after?: number
  role?: string
  status?: string
  /** Anywhere in user name, address or name. */
  q?: string
}

export const selectTree = (
  db: Executor,
  { rootId, depth, limit, order, after, role, status, q }: TreeQuery,
): Promise<(Account & { depth: number })[]> => {
  let accounts = db
    .withRecursive('tree(id, depth)', (query) =>
      query
        .selectFrom('accounts')
        .select(['id', sql<number>`0`.as('depth')])
        .where('id', '=', rootId)
        .unionAll(
          query
            .selectFrom('accounts')
            .innerJoin('tree', 'tree.id', 'accounts.parent_id')
            .select(['accounts.id', sql<number>`tree.depth + 1`.as('depth')])
            .where('tree.depth', '<', depth.to),
        ),
    )
    .selectFrom('tree')
    .innerJoin('accounts', 'accounts.id', 'tree.id')
    .selectAll('accounts')
    .select('tree.depth')
    .where('tree.depth', '>=', depth.from)
    .orderBy('accounts.id', order)
    .limit(limit + 1)
  if (after !== undefined) {
    accounts = accounts.where('accounts.id', order === 'asc' ? '>' : '<', after)
  }
  if (role !== undefined) accounts = accounts.where('role', '=', role)
  if (status !== undefined) accounts = accounts.where('status', '=', status)
  if (q) {
    const pattern = containing(q)
    accounts = accounts.where(
      sql<boolean>`(lower(username) like ${pattern} escape '\\' or lower(email) like ${pattern} escape '\\' or lower(nombre) like ${pattern} escape '\\')`,
    )
  }
  return accounts.execute()
}

const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
