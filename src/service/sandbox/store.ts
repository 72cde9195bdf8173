import { type Insertable, sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { SandboxMessageRow } from '../database/schema/mail.ts'

export type NewMessage = Insertable<SandboxMessageRow>

export async function insertMessages(db: Executor, rows: readonly NewMessage[]): Promise<void> {
  await db.insertInto('sandbox_messages').values(rows).execute()
}

/** The inbox of a sandbox service, which all its accounts share. */
const ofService = 0

export interface InboxFilter {
  /** The inbox of this account. Default: that of a sandbox service. */
  accountId?: number | undefined
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
export function listMessages(
  db: Executor,
  { accountId = ofService, to, after, before, limit }: InboxFilter,
) {
  let query = db
    .selectFrom('sandbox_messages')
    .select(['id', 'mail_from', 'rcpt_to', 'subject', 'received_at'])
    .select(sql<Uint8Array>`substr(raw, 1, ${sql.lit(headBytes)})`.as('head'))
    .where('account_id', '=', accountId)
  if (to !== undefined) query = query.where('rcpt_to', '=', to.toLowerCase())
  if (after !== undefined) query = query.where('id', '>', after)
  if (before !== undefined) query = query.where('id', '<', before)
  return query
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** Returns the number of all messages, or of those to an address. */
export async function countMessages(
  db: Executor,
  { accountId = ofService, to }: Pick<InboxFilter, 'accountId' | 'to'>,
): Promise<number> {
  let query = db
    .selectFrom('sandbox_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
  if (to !== undefined) query = query.where('rcpt_to', '=', to.toLowerCase())
  return Number((await query.executeTakeFirstOrThrow()).count)
}

export const findMessage = (db: Executor, id: number, accountId = ofService) =>
  db
    .selectFrom('sandbox_messages')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export async function deleteMessages(db: Executor): Promise<void> {
  await db.deleteFrom('sandbox_messages').where('account_id', '=', ofService).execute()
}

/** Deletes the oldest messages of an account, until its inbox is within the limits. */
export async function trimInbox(
  db: Executor,
  accountId: number,
  { messages, bytes }: { messages: number; bytes: number },
): Promise<void> {
  await sql`
    delete from sandbox_messages where account_id = ${accountId} and id in (
      select id from (
        select id, row_number() over (order by id desc) as position,
          sum(length(raw)) over (order by id desc) as total
        from sandbox_messages where account_id = ${accountId}
      ) as kept where position > ${messages} or total > ${bytes}
    )
  `.execute(db)
}
