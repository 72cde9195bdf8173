import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { EventSequenceRow } from '../database/schema/event.ts'
import { endOfShared } from '../database/sequences.ts'
import { insertingPending, type Subscription } from './deliveries-store.ts'

/** An account among the next events without a number. */
interface WaitingAccount {
  id: number
  /** Whether it has a row in `event_sequences`. */
  hasSequence: boolean
  lastEventId: number
}

/** A page of events without a number: the next `limit` after an id. */
interface Page {
  after: number
  limit: number
}

/**
 * Reads the index of events without a number, however many events there are. A condition on the account
 * would make PostgreSQL read and sort all events of the account that have none.
 */
const eventsIn = (db: Executor, { after, limit }: Page) =>
  db
    .selectFrom('events')
    .select(['id', 'account_id', 'created_at'])
    .where('seq', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)

/** Returns the accounts of the events on a page. */
export async function selectWaitingAccounts(db: Executor, page: Page): Promise<WaitingAccount[]> {
  const rows = await db
    .selectFrom(eventsIn(db, page).as('next'))
    .leftJoin('event_sequences', 'event_sequences.account_id', 'next.account_id')
    .select(({ fn }) => [
      'next.account_id as id',
      fn.max('next.id').as('lastEventId'),
      fn.count<number>('event_sequences.account_id').as('found'),
    ])
    .groupBy('next.account_id')
    .execute()
  return rows.map(({ found, ...row }) => ({ ...row, hasSequence: found > 0 }))
}

/**
 * Gives accounts a row, in the order of their ids: others may be doing the same. The shared order ends before
 * the first account has one.
 */
export async function addSequences(db: Executor, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    insert into sequences (name, last)
    select 'deliveries', 0 union all
    select 'events', greatest((select max(seq) from events), (select max(last) from sequences), 0)
    on conflict do nothing
  `.execute(db)
  await db
    .insertInto('event_sequences')
    .values([...accountIds].sort((a, b) => a - b).map((id) => ({ account_id: id, last: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks the rows of accounts until the commit, and returns those that no other publisher has locked. */
export const lockSequences = (tx: Executor, accountIds: readonly number[]) =>
  dialectOf(tx)
    .skipLocked(tx.selectFrom('event_sequences').selectAll().where('account_id', 'in', accountIds))
    .execute()

/**
 * Keeps programs of the version before from numbering events until the commit: they lock this row, and give
 * the events of all accounts numbers of one order. Publishers of this version do not exclude each other by it.
 */
export const keepSharedOrder = (tx: Executor) =>
  tx.selectFrom('sequences').select('last').where('name', '=', 'deliveries').forShare().execute()

interface Publishing {
  page: Page
  /** The locked rows of the accounts. */
  sequences: readonly EventSequenceRow[]
  listeners: readonly Subscription[]
  limit: number
}

/**
 * Numbers the events of accounts on a page, each account in the order of its ids, and inserts their
 * deliveries. An id is assigned before the commit, and a reader that pages by id would miss events that
 * commit late. Returns how many events it numbered.
 */
export async function publishNext(
  tx: Executor,
  { page, sequences, listeners, limit }: Publishing,
): Promise<number> {
  const { records } = dialectOf(tx)
  const locked = records(sequences, { account_id: 'int', last: 'int' })
  const subscribed = records(listeners, { webhook: 'int', account: 'int', type: 'text' })
  const pending = sql`(
    select account, webhook as hook, numbered.id as event, created_at as at
    from numbered join ${subscribed} as l on account = account_id and l.type = numbered.type
    order by numbered.id
  )`
  const { rows } = await sql<{ count: number }>`
    with waiting as (
      select next.*, greatest(locked.last, ${endOfShared}) as last
      from (${eventsIn(tx, page)}) as next join ${locked} as locked using (account_id)
      order by next.id limit ${limit}
    ), numbered as (
      update events set seq = numbers.seq
      from (
        select *, last + row_number() over (partition by account_id order by id) as seq from waiting
      ) as numbers
      where events.id = numbers.id and events.account_id = numbers.account_id
        and events.created_at = numbers.created_at
      returning events.id, events.account_id, events.seq, events.type, events.created_at
    ), counted as (
      update event_sequences set last = newest.seq
      from (select account_id, max(seq) as seq from numbered group by account_id) as newest
      where event_sequences.account_id = newest.account_id
    ), queued as (${insertingPending(pending, 0)})
    select count(*) as count from numbered
  `.execute(tx)
  return rows[0]?.count ?? 0
}
