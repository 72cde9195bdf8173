import { type Insertable, sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { SandboxMessageRow } from '../database/schema/mail.ts'

export type NewMessage = Insertable<SandboxMessageRow>

export async function insertMessages(db: Executor, rows: readonly NewMessage[]): Promise<void> {
  await db.insertInto('sandbox_messages').values(rows).execute()
}

export interface InboxFilter {
  to?: string | undefined
  /** Only messages after this id, oldest first, so that polling misses none. */
  after?: number | undefined
  /** Only messages before this id. */
  before?: number | undefined
  limit: number
}

/** How much of each message `listMessages` returns. */
const headBytes = 32 * 1024

/** Returns the newest first, unless `after` is given. */
export function listMessages(db: Executor, { to, after, before, limit }: InboxFilter) {
  let query = db
    .selectFrom('sandbox_messages')
    .select(['id', 'mail_from', 'rcpt_to', 'subject', 'received_at'])
    .select(sql<Uint8Array>`substr(raw, 1, ${sql.lit(headBytes)})`.as('head'))
  if (to !== undefined) query = query.where('rcpt_to', '=', to.toLowerCase())
  if (after !== undefined) query = query.where('id', '>', after)
  if (before !== undefined) query = query.where('id', '<', before)
  return query
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** Returns the number of all messages, or of those to an address. */
export async function countMessages(db: Executor, to: string | undefined): Promise<number> {
  let query = db
    .selectFrom('sandbox_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
  if (to !== undefined) query = query.where('rcpt_to', '=', to.toLowerCase())
  return Number((await query.executeTakeFirstOrThrow()).count)
}

export const findMessage = (db: Executor, id: number) =>
  db.selectFrom('sandbox_messages').selectAll().where('id', '=', id).executeTakeFirst()

export async function deleteMessages(db: Executor): Promise<void> {
  await db.deleteFrom('sandbox_messages').execute()
}
