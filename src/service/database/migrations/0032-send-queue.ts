import { type Kysely, type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { refuseLiving } from './steps/living.ts'

/**
 * Moves what waits to go out into tables of its own, so that claims change no index of a message. What became
 * of a message stays in its row, which is written twice: when it is queued and when it has a result.
 */
export const sendQueue = ({ name, ddl }: Dialect): Migration => ({
  async up(db) {
    // A program of an earlier version would claim from the old columns.
    if (name === 'postgres') await refuseLiving(db)
    await run(db, [
      ...queues(ddl, name === 'sqlite' ? 'strict, without rowid' : ''),
      ...(name === 'postgres' ? queueSettings : []),
      ...filledQueues,
      ...(name === 'postgres' ? recordSettings : []),
      ...records(ddl, name === 'postgres' ? 'stored' : 'virtual'),
    ])
  },
})

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const queues = ({ int, text }: Dialect['ddl'], end: string): string[] => [
  `create table recipient_queue (
    account_id ${int} not null, id ${int} not null, campaign_id ${int} not null,
    next_at ${int} not null, submitting ${int} not null default 0, claim ${text},
    primary key (account_id, id)
  ) ${end}`,
  `create table message_queue (
    account_id ${int} not null, id ${int} not null, priority ${int} not null,
    next_at ${int} not null, submitting ${int} not null default 0, claim ${text},
    primary key (account_id, id)
  ) ${end}`,
]

/**
 * A page has room for the claims of all its rows, and rows are deleted soon after they are inserted. A vacuum
 * comes after some thousand deletions, whatever the size of the table.
 */
const queueSettings = ['recipient_queue', 'message_queue'].map(
  (table) => `alter table ${table} set (
    fillfactor = 40, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0,
    autovacuum_analyze_scale_factor = 0.2
  )`,
)

const isWaiting = `state in ('pending', 'deferred', 'claimed', 'submitting')`
const isSubmitting = `case state when 'submitting' then 1 else 0 end`

/** The indexes come after the rows. */
const filledQueues = [
  `insert into recipient_queue (account_id, id, campaign_id, next_at, submitting, claim)
    select account_id, id, campaign_id, next_at, ${isSubmitting}, claim from recipients
    where ${isWaiting}`,
  `insert into message_queue (account_id, id, priority, next_at, submitting, claim)
    select coalesce(account_id, 0), id, priority, next_at, ${isSubmitting}, claim from messages
    where ${isWaiting}`,
  'create index recipient_queue_due on recipient_queue (campaign_id, next_at)',
  'create index message_queue_due on message_queue (priority, account_id, next_at)',
]

/** A row grows with its result. A page has room for that, so that the update changes no index. */
const recordSettings = [
  'alter table recipients set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05)',
  'alter table messages set (fillfactor = 80)',
]

/** What few rows have in `rare_state` is not in the index for the others, which keep their null. */
const records = ({ text }: Dialect['ddl'], storage: 'stored' | 'virtual'): string[] => [
  'drop index recipients_state',
  'drop index recipients_leased',
  'drop index recipients_variant',
  'drop index messages_due',
  'drop index messages_leased',
  ...['recipients', 'messages'].flatMap((table) => [
    `update ${table} set claim = null,
      state = case when attempts > 0 then 'deferred' else 'pending' end
      where state in ('claimed', 'submitting')`,
    `alter table ${table} drop column lease_until`,
    `alter table ${table} drop column next_at`,
  ]),
  `alter table recipients add column rare_state ${text} generated always as
    (case when state in ('pending', 'sent') then null else state end) ${storage}`,
  `create index recipients_rare_state on recipients
    (campaign_id, rare_state, address_key, visit) where rare_state is not null`,
]
