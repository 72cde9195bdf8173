import type { Page } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { openToRead } from '../database/open-to-read.ts'
import { type ActRow, selectActs } from './audit-store.ts'
import { findAccountByUsername } from './store.ts'

export interface AuditReading {
  /** An SQLite file or a `postgres://` URL. */
  database: string
  /** What this one did, or was done to it: a user name, or the number of one who is gone. */
  account?: string | undefined
  /** Milliseconds. */
  since: number
  /** Absent: all. */
  limit?: number | undefined
}

const pageSize = 500

/** Who acted for whom, the oldest first, as pages that are read as they are asked for. */
export async function* readAudit({
  database,
  account,
  since,
  limit = Number.POSITIVE_INFINITY,
}: AuditReading): AsyncGenerator<Page<ReturnType<typeof shown>>> {
  const { db, close } = await openToRead(database)
  try {
    const accountId = account === undefined ? undefined : await idOf(db, account)
    let after = 0
    for (let left = limit; left > 0; ) {
      const size = Math.min(left, pageSize)
      const acts = await selectActs(db, { accountId, since, after, limit: size })
      yield { items: acts.map(shown) }
      after = acts.at(-1)?.id ?? after
      left = acts.length < size ? 0 : left - size
    }
  } finally {
    await close()
  }
}

async function idOf(db: Executor, account: string): Promise<number> {
  const named = await findAccountByUsername(db, account)
  if (named) return named.id
  if (/^\d+$/.test(account)) return Number(account)
  throw new Failure('not_found', { values: { name: account } })
}

const shown = ({ id, at, actor, actor_id, act, account, account_id }: ActRow) => ({
  id,
  at: new Date(at).toISOString(),
  actor,
  actor_id,
  act,
  account,
  account_id,
})
