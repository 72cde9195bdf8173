import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * Whose suspension holds an account, from whose month a message was taken, and what the purge looks
 * for: what each column means stands in `schema.ts`.
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
    // Whoever is suspended holds all below it, down to those who are suspended themselves.
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
    // Each is looked at once, whether its row stays or not.
    `create index automation_runs_ended on automation_runs (ended_at)
      where ended_at is not null and is_bare = 0`,
  ]
}
