import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import type { Campaign } from '../store.ts'
import type { Attachment } from './attachments.ts'

type CampaignRow = Pick<Campaign, 'id' | 'account_id'>

export async function setAttachments(
  tx: Executor,
  { id, account_id }: CampaignRow,
  attachments: readonly Attachment[],
): Promise<void> {
  await tx
    .deleteFrom('campaign_attachments')
    .where('account_id', '=', account_id)
    .where('campaign_id', '=', id)
    .execute()
  for (const [position, attachment] of attachments.entries()) {
    const bytes = attachment.content.length
    await tx
      .insertInto('campaign_attachments')
      .values({ account_id, campaign_id: id, position, bytes, ...attachment })
      .execute()
  }
}

export const copyAttachments = (tx: Executor, { id, account_id }: CampaignRow, to: number) =>
  sql`
    insert into campaign_attachments
      (account_id, campaign_id, position, filename, content_type, bytes, content)
    select account_id, ${to}, position, filename, content_type, bytes, content
    from campaign_attachments where account_id = ${account_id} and campaign_id = ${id}
  `.execute(tx)

/** Returns the attachments of a campaign without their content. */
export const attachmentsOf = (db: Executor, { id, account_id }: CampaignRow) =>
  db
    .selectFrom('campaign_attachments')
    .select(['filename', 'content_type', 'bytes'])
    .where('account_id', '=', account_id)
    .where('campaign_id', '=', id)
    .orderBy('position')
    .execute()

export const attachedFiles = (
  db: Executor,
  { id, account_id }: CampaignRow,
): Promise<Attachment[]> =>
  db
    .selectFrom('campaign_attachments')
    .select(['filename', 'content_type', 'content'])
    .where('account_id', '=', account_id)
    .where('campaign_id', '=', id)
    .orderBy('position')
    .execute()
