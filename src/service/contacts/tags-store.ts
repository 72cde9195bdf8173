import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { inSlices } from '../database/slices.ts'
import { type Contact, idsIn } from './store.ts'

interface TagRow {
  contact_id: number
  tag: string
}

/** Rows per statement. Tag rows are small, so this is still a short one. */
const tagsAtOnce = 5000

/** Adds tags to contacts. Existing tags stay. */
export async function addTags(
  tx: Executor,
  accountId: number,
  rows: readonly TagRow[],
): Promise<void> {
  await inSlices(
    rows,
    async (slice) => {
      const source = dialectOf(tx).records(slice, { contact_id: 'int', tag: 'text' })
      await sql`
        insert into contact_tags (account_id, contact_id, tag)
        select cast(${accountId} as bigint), contact_id, tag from ${source} as r where true on conflict do nothing
      `.execute(tx)
    },
    tagsAtOnce,
  )
}

export async function replaceTags(
  tx: Executor,
  { id, account_id }: Pick<Contact, 'id' | 'account_id'>,
  tags: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('contact_tags')
    .where('account_id', '=', account_id)
    .where('contact_id', '=', id)
    .execute()
  await addTags(
    tx,
    account_id,
    tags.map((tag) => ({ contact_id: id, tag })),
  )
}

export async function selectTags(
  db: Executor,
  accountId: number,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const tags = new Map<number, string[]>()
  if (contactIds.length === 0) return tags
  const rows = await db
    .selectFrom('contact_tags')
    .select(['contact_id', 'tag'])
    .where('account_id', '=', accountId)
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

/** Adds one tag to contacts. Returns those that did not have it. */
export async function addTagTo(
  tx: Executor,
  accountId: number,
  ids: readonly number[],
  tag: string,
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    insert into contact_tags (account_id, contact_id, tag)
    select contacts.account_id, contacts.id, ${tag} from contacts
    where contacts.account_id = ${accountId} and contacts.id in ${idsIn(tx, ids)}
    on conflict do nothing returning contact_id
  `.execute(tx)
  return rows.map(({ contact_id }) => contact_id)
}

/** Removes one tag from contacts. Returns those that had it. */
export async function removeTagFrom(
  tx: Executor,
  accountId: number,
  ids: readonly number[],
  tag: string,
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    delete from contact_tags
    where account_id = ${accountId} and contact_id in ${idsIn(tx, ids)} and tag = ${tag}
    returning contact_id
  `.execute(tx)
  return rows.map(({ contact_id }) => contact_id)
}
