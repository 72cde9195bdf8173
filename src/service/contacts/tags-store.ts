import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { inSlices } from '../database/slices.ts'

export interface TagRow {
  contact_id: number
  tag: string
}

/** Tag rows are small: so many are still one short statement. */
const tagsAtOnce = 5000

/** Gives tags to contacts; those that they have already stay. */
export async function addTags(tx: Executor, rows: readonly TagRow[]): Promise<void> {
  await inSlices(
    rows,
    async (slice) => {
      const source = dialectOf(tx).records(slice, { contact_id: 'int', tag: 'text' })
      await sql`
        insert into contact_tags (contact_id, tag)
        select contact_id, tag from ${source} as r where true on conflict do nothing
      `.execute(tx)
    },
    tagsAtOnce,
  )
}

export async function replaceTags(
  tx: Executor,
  contactId: number,
  tags: readonly string[],
): Promise<void> {
  await tx.deleteFrom('contact_tags').where('contact_id', '=', contactId).execute()
  await addTags(
    tx,
    tags.map((tag) => ({ contact_id: contactId, tag })),
  )
}

export async function selectTags(
  db: Executor,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const tags = new Map<number, string[]>()
  if (contactIds.length === 0) return tags
  const rows = await db
    .selectFrom('contact_tags')
    .selectAll()
    .where('contact_id', 'in', contactIds)
    .orderBy('contact_id')
    .orderBy('tag')
    .execute()
  for (const { contact_id, tag } of rows) {
    const ofContact = tags.get(contact_id) ?? []
    tags.set(contact_id, ofContact)
    ofContact.push(tag)
  }
  return tags
}
