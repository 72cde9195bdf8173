import type { ContactStatus } from '../../contract/shapes/contact.ts'
import type { Executor } from '../database/dialect.ts'

export const countLists = async (db: Executor, account: number): Promise<number> => {
  const { count } = await db
    .selectFrom('lists')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return count
}

export async function countContacts(
  db: Executor,
  account: number,
): Promise<Partial<Record<ContactStatus, number>>> {
  const rows = await db
    .selectFrom('lists')
    .innerJoin('list_counts', 'list_counts.list_id', 'lists.id')
    .select(['list_counts.status', ({ fn }) => fn.sum<number>('list_counts.contacts').as('count')])
    .where('lists.account_id', '=', account)
    .groupBy('list_counts.status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/**
 * Returns all campaigns, including deleted ones and those of automations, since their messages
 * count. Reads only an index: the rows contain the HTML.
 */
export const listCampaigns = (db: Executor, account: number) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'status', 'sent', 'ended_at', 'deleted_at', 'automation_id'])
    .where('account_id', '=', account)
    .execute()

export const findCampaigns = (db: Executor, account: number, ids: readonly number[]) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'camp_name', 'status', 'sent_at', 'recipients'])
    .where('account_id', '=', account)
    .where('id', 'in', ids)
    .execute()

/** Enough for warnings. */
const maxSenders = 20

export const listSenders = (db: Executor, account: number) =>
  db
    .selectFrom('senders')
    .select(['from_mail', 'verified_at', 'checked_at', 'spf', 'dkim'])
    .where('account_id', '=', account)
    .orderBy('id')
    .limit(maxSenders)
    .execute()
