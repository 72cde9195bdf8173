import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** Returns the ids of the people with these addresses. */
export async function peopleOf(
  tx: Executor,
  accountId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = [...new Set(keys)].sort().map((key) => ({ key }))
  const source = dialectOf(tx).records(rows, { key: 'text' })
  await sql`
    insert into people (account_id, email_key)
    select ${accountId}, key from ${source} as r where true on conflict do nothing
  `.execute(tx)
  const { rows: people } = await sql<{ id: number; email_key: string }>`
    select p.id, p.email_key from ${source} as r
    join people p on p.account_id = ${accountId} and p.email_key = r.key
  `.execute(tx)
  return new Map(people.map(({ id, email_key }) => [email_key, id]))
}

/** Counts the events of a person with a name that were recorded after a time. */
export async function countRecordedSince(
  db: Executor,
  accountId: number,
  { emailKey, nameId, since }: { emailKey: string; nameId: number; since: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('custom_events as e')
    .innerJoin('people as p', (join) =>
      join.onRef('p.account_id', '=', 'e.account_id').onRef('p.id', '=', 'e.person_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('p.account_id', '=', accountId)
    .where('p.email_key', '=', emailKey)
    .where('e.name_id', '=', nameId)
    .where('e.at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes a person with all events. */
export async function deletePerson(
  tx: Executor,
  accountId: number,
  emailKey: string,
): Promise<void> {
  const person = await tx
    .selectFrom('people')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  if (!person) return
  for (const table of ['custom_events', 'event_totals'] as const) {
    await tx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('person_id', '=', person.id)
      .execute()
  }
  await tx
    .deleteFrom('people')
    .where('account_id', '=', accountId)
    .where('id', '=', person.id)
    .execute()
}

/** Returns people without a contact: the last one was deleted. */
export const selectWithoutContact = (
  reader: Executor,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; account_id: number; email_key: string }[]> =>
  reader
    .selectFrom('people')
    .select(['id', 'account_id', 'email_key'])
    .where('id', '>', after)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('contacts')
            .select('contacts.id')
            .whereRef('contacts.account_id', '=', 'people.account_id')
            .whereRef('contacts.email_key', '=', 'people.email_key'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

export async function hasContact(
  tx: Executor,
  { account_id, email_key }: { account_id: number; email_key: string },
): Promise<boolean> {
  const contact = await tx
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', account_id)
    .where('email_key', '=', email_key)
    .limit(1)
    .executeTakeFirst()
  return contact !== undefined
}
