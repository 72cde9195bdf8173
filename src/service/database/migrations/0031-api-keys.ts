import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** API keys, and what the audit log says about each action. See `schema/account.ts`. */
export const apiKeys = ({ ddl: { id, int, text, end } }: Dialect): Migration => ({
  async up(db) {
    const statements = [
      `create table api_keys (
        id ${id}, account_id ${int} not null, name ${text} not null, prefix ${text} not null,
        hash ${text} not null, scopes ${text} not null, created_at ${int} not null,
        expires_at ${int}, last_used_at ${int}, revoked_at ${int}, replaced_by ${int}
      ) ${end}`,
      `create index api_keys_account on api_keys (account_id, id)`,
      `create unique index api_keys_name on api_keys (account_id, name)
        where revoked_at is null and replaced_by is null`,
      `create unique index api_keys_hash on api_keys (hash)`,
      `create index api_keys_end on api_keys (expires_at) where expires_at is not null`,
      `alter table audit add column path ${text}`,
      `alter table audit add column new_id ${int}`,
      `alter table audit add column key_id ${int}`,
      `alter table audit add column key_name ${text}`,
      `alter table audit add column client ${text}`,
      `alter table audit add column ip ${text}`,
      `alter table audit add column changes ${text}`,
      `create index audit_actor on audit (actor_id, id)`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
