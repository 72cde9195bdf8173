import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * Inherited suspensions, the month that a message counts in, and what the purge searches by. The
 * columns are documented in `schema/`.
 */
export const retention = ({ ddl }: Dialect): Migration => ({
  async up(db) {
    for (const statement of statements(ddl)) await sql.raw(statement).execute(db)
  },
})

function statements({ int }: Dialect['ddl']): string[] {
  return [
    `alter table accounts add column purged_at ${int}`,
    `alter table accounts add column suspended_by ${int} not null default 0`,
    // A suspended account suspends all accounts below it, down to those that are suspended
    // themselves.
    `with recursive held (id, held_by) as (
      select id, id from accounts where status = 'suspended'
      union all
      select accounts.id, case accounts.status when 'suspended' then accounts.id else held.held_by end
      from accounts join held on accounts.parent_id = held.id
    )
    update accounts set status = 'suspended',
      suspended_by = (select min(held_by) from held where held.id = accounts.id)
    where status in ('active', 'suspended') and id in (select id from held)`,
    `alter table recipients add column taken_until ${int}`,
    `create index sessions_expiry on sessions (expires_at)`,
    `alter table automation_runs add column is_bare ${int} not null default 0`,
    // Each ended run is read once, whether its row stays or not.
    `create index automation_runs_ended on automation_runs (ended_at)
      where ended_at is not null and is_bare = 0`,
  ]
}
