import type { Page } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { openReadOnly } from '../database/open-read-only.ts'
import { selectActions } from './audit-store.ts'
import { showAction } from './audit-view.ts'
import { findAccountByUsername } from './store.ts'

interface AuditQuery {
  /** An SQLite file or a `postgres://` URL. */
  database: string
  /** The actor or the target: a user name, or the id of a deleted account. */
  account?: string | undefined
  /** Milliseconds. */
  since: number
  /** Default: all. */
  limit?: number | undefined
}

const pageSize = 500

/** Reads the audit log page by page, oldest first. */
export async function* readAudit({
  database,
  account,
  since,
  limit = Number.POSITIVE_INFINITY,
}: AuditQuery): AsyncGenerator<Page<ReturnType<typeof showAction>>> {
  const { db, close } = await openReadOnly(database)
  try {
    const accountId = account === undefined ? undefined : await idOf(db, account)
    let after = 0
    for (let left = limit; left > 0; ) {
      const size = Math.min(left, pageSize)
      const actions = await selectActions(db, { accountId, since, after, limit: size })
      yield { items: actions.map(showAction) }
      after = actions.at(-1)?.id ?? after
      left = actions.length < size ? 0 : left - size
    }
  } finally {
    await close()
  }
}

async function idOf(db: Executor, account: string): Promise<number> {
  const found = await findAccountByUsername(db, account)
  if (found) return found.id
  if (/^\d+$/.test(account)) return Number(account)
  throw new Failure('not_found', { values: { name: account } })
}
