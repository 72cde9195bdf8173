import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { MediaRow } from '../database/schema/media.ts'
import { deleteImageRows } from '../retention/images-store.ts'

export type StoredImage = Omit<MediaRow, 'id' | 'content'> & { id: number }

const columns = [
  ...(['id', 'account_id', 'public_id', 'name', 'type', 'bytes', 'width', 'height'] as const),
  ...(['source_sha256', 'max_width', 'created_at', 'stored_in'] as const),
] as const

interface ImageSource {
  accountId: number
  /** Of the bytes that were uploaded. */
  sha256: string
  maxWidth: number
}

/** Returns the image that was made of the same file for the same width. */
export const findImageOfSource = (
  db: Executor,
  { accountId, sha256, maxWidth }: ImageSource,
): Promise<StoredImage | undefined> =>
  db
    .selectFrom('media')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('source_sha256', '=', sha256)
    .where('max_width', '=', maxWidth)
    .executeTakeFirst()

/** Inserts nothing if the same file was added meanwhile. */
export const insertImage = (
  tx: Executor,
  row: Omit<MediaRow, 'id'>,
): Promise<StoredImage | undefined> =>
  tx
    .insertInto('media')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'source_sha256', 'max_width']).doNothing(),
    )
    .returning(columns)
    .executeTakeFirst()

interface ImagePage {
  after: number | undefined
  limit: number
  order: 'asc' | 'desc'
}

export function listImages(
  db: Executor,
  accountId: number,
  { after, limit, order }: ImagePage,
): Promise<StoredImage[]> {
  let query = db.selectFrom('media').select(columns).where('account_id', '=', accountId)
  if (after !== undefined) query = query.where('id', order === 'desc' ? '<' : '>', after)
  return query.orderBy('id', order).limit(limit).execute()
}

export const findImage = (
  db: Executor,
  accountId: number,
  id: number,
): Promise<StoredImage | undefined> =>
  db
    .selectFrom('media')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns the content of an image by the name of its public address. */
export const findContent = (db: Executor, publicId: string) =>
  db
    .selectFrom('media')
    .select(['type', 'bytes', 'content', 'stored_in'])
    .where('public_id', '=', publicId)
    .executeTakeFirst()

export const deleteImage = (tx: Executor, accountId: number, id: number) =>
  deleteImageRows(tx, sql<boolean>`account_id = ${accountId} and id = ${id}`)

/**
 * Returns the names of the campaigns, templates and brands that contain a text, such as the address of
 * an image. Deleted campaigns count: their delivered messages show it.
 */
export async function selectUsage(
  db: Executor,
  accountId: number,
  text: string,
): Promise<string[]> {
  const pattern = `%${text}%`
  const { rows } = await sql<{ name: string }>`
    select camp_name as name from campaigns
      where account_id = ${accountId} and (html like ${pattern} or text like ${pattern})
        and (deleted_at is null or started_at is not null)
    union select t.name from templates t join template_versions v on v.template_id = t.id
      where t.account_id = ${accountId} and v.html like ${pattern}
    union select coalesce(b.name, '') from brands b
      where b.account_id = ${accountId} and b.logo_url like ${pattern}
    order by name
  `.execute(db)
  return rows.map(({ name }) => name)
}
