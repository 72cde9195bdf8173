import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

interface StoredBytes {
  plan: string
  /** What the database keeps for an account because it sent it, in bytes. */
  bytes: number
}

/**
 * Adds up what an account's requests have stored: files of imports that have not ended, rejected rows,
 * attachments, images, the messages of campaigns and templates, and the properties of custom events. Lengths are read without the contents.
 */
export async function selectStoredBytes(db: Executor, accountId: number): Promise<StoredBytes> {
  const { rows } = await sql<StoredBytes>`
    select plan,
      (select coalesce(sum(reject_bytes + case when finished_at is null then upload_bytes else 0 end), 0)
        from jobs where account_id = ${accountId})
      + (select coalesce(sum(a.bytes), 0) from campaign_attachments a
        join campaigns c on c.id = a.campaign_id where c.account_id = ${accountId})
      + (select coalesce(sum(bytes), 0) from event_storage where account_id = ${accountId})
      + (select coalesce(sum(bytes), 0) from media where account_id = ${accountId})
      + (select coalesce(sum(octet_length(html) + octet_length(text)), 0)
        from campaigns where account_id = ${accountId})
      + (select coalesce(sum(octet_length(v.html) + octet_length(v.text)
          + coalesce(octet_length(v.mjml), 0) + coalesce(octet_length(v.editor_json), 0)), 0)
        from template_versions v join templates t on t.id = v.template_id
        where t.account_id = ${accountId}) as bytes
    from accounts where id = ${accountId}
  `.execute(db)
  const [stored] = rows
  return stored ?? { plan: '', bytes: 0 }
}
