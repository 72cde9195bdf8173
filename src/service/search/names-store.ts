import type { Executor } from '../database/dialect.ts'

/**
 * The newest objects of an account, whose names are compared in memory. `limit` bounds how many, so
 * that the comparison takes a few milliseconds.
 */
interface NameQuery {
  accountId: number
  limit: number
}

export const selectCampaignNames = (reader: Executor, { accountId, limit }: NameQuery) =>
  reader
    .selectFrom('campaigns')
    .select(['id', 'camp_name', 'asunto', 'status'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('automation_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const selectListNames = (reader: Executor, { accountId, limit }: NameQuery) =>
  reader
    .selectFrom('lists')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const selectSegmentNames = (reader: Executor, { accountId, limit }: NameQuery) =>
  reader
    .selectFrom('segments')
    .select(['id', 'name', 'contacts'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Archived templates are not found. */
export const selectTemplateNames = (reader: Executor, { accountId, limit }: NameQuery) =>
  reader
    .selectFrom('templates')
    .select(['id', 'name', 'version'])
    .where('account_id', '=', accountId)
    .where('archived', '=', 0)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
