import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/** Account trees with limits per account. The columns are documented in `schema/account.ts`. */
export const users = ({ ddl }: Dialect): Migration => ({
  async up(db) {
    for (const statement of statements(ddl)) await sql.raw(statement).execute(db)
  },
})

function statements({ id, int, text, end }: Dialect['ddl']): string[] {
  return [
    `alter table accounts add column ai_generations ${int} not null default 0`,
    `alter table accounts add column sends_used ${int} not null default 0`,
    `alter table accounts add column sends_reset_at ${int} not null default 0`,
    `alter table accounts add column mcp_permissions ${text} not null default '["read","draft"]'`,
    `alter table accounts add column status_reason ${text} not null default ''`,
    // The old numbers were never enforced.
    `update accounts set rate_per_hour = 720000 where rate_per_hour = 100000`,
    `update accounts set monthly_sends = 10000000 where monthly_sends = 1000000 and parent_id is null`,
    `alter table campaigns add column reserved ${int} not null default 0`,
    `alter table campaigns add column reserved_until ${int} not null default 0`,
    `create index sessions_actor on sessions (actor_id) where actor_id is not null`,
    `create table audit (
      id ${id}, account_id ${int} not null, actor_id ${int} not null, act ${text} not null,
      at ${int} not null
    ) ${end}`,
    `create index audit_account on audit (account_id, id)`,
  ]
}
