import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import type { Attachment } from './attachments.ts'

export async function setAttachments(
  tx: Executor,
  campaign: number,
  attachments: readonly Attachment[],
): Promise<void> {
  await tx.deleteFrom('campaign_attachments').where('campaign_id', '=', campaign).execute()
  for (const [position, attachment] of attachments.entries()) {
    const bytes = attachment.content.length
    await tx
      .insertInto('campaign_attachments')
      .values({ campaign_id: campaign, position, bytes, ...attachment })
      .execute()
  }
}

export const copyAttachments = (tx: Executor, { from, to }: { from: number; to: number }) =>
  sql`
    insert into campaign_attachments (campaign_id, position, filename, content_type, bytes, content)
    select ${to}, position, filename, content_type, bytes, content
    from campaign_attachments where campaign_id = ${from}
  `.execute(tx)

/** Returns the attachments of a campaign without their content. */
export const attachmentsOf = (db: Executor, campaign: number) =>
  db
    .selectFrom('campaign_attachments')
    .select(['filename', 'content_type', 'bytes'])
    .where('campaign_id', '=', campaign)
    .orderBy('position')
    .execute()

export const attachedFiles = (db: Executor, campaign: number): Promise<Attachment[]> =>
  db
    .selectFrom('campaign_attachments')
    .select(['filename', 'content_type', 'content'])
    .where('campaign_id', '=', campaign)
    .orderBy('position')
    .execute()
