import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * The order in which the service's own mail goes out, the way out of a test, and opt-in mails that
 * wait.
 */
export const mailLimits = ({ ddl: { id, int, text, end } }: Dialect): Migration => ({
  async up(db) {
    for (const statement of [
      `alter table messages add column priority ${int} not null default 1`,
      `alter table messages add column unsubscribe_url ${text}`,
      `update messages set priority = 0 where kind in ('sender_code', 'sign_up')
        and state in ('pending', 'claimed', 'submitting', 'deferred')`,
      `update messages set priority = 2 where kind = 'campaign_test'
        and state in ('pending', 'claimed', 'submitting', 'deferred')`,
      'drop index messages_due',
      `create index messages_due on messages (priority, coalesce(account_id, 0), next_at)
        where state in ('pending', 'deferred')`,
      `create table optin_requests (
        id ${id}, account_id ${int} not null, list_id ${int} not null,
        contact_id ${int} not null unique, cause ${text} not null, next_at ${int} not null,
        created_at ${int} not null
      ) ${end}`,
      'create index optin_requests_due on optin_requests (account_id, cause, next_at)',
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
})
