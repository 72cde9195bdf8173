import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Assistants that are connected by OAuth, and their tokens. See `schema/oauth.ts`. */
export const oauth = ({ ddl: { id, int, text, end } }: Dialect): Migration => ({
  async up(db) {
    const statements = [
      `create table oauth_grants (
        id ${id}, account_id ${int} not null, client_id ${text} not null,
        client_name ${text} not null, host ${text} not null, scopes ${text} not null,
        resource ${text} not null, created_at ${int} not null, expires_at ${int} not null,
        last_used_at ${int}, revoked_at ${int}
      ) ${end}`,
      `create index oauth_grants_account on oauth_grants (account_id, id)`,
      `create index oauth_grants_end on oauth_grants (expires_at)`,
      `create table oauth_tokens (
        id ${id}, grant_id ${int} not null, kind ${text} not null, hash ${text} not null,
        scopes ${text} not null, redirect_uri ${text}, code_challenge ${text},
        created_at ${int} not null, expires_at ${int} not null, used_at ${int}
      ) ${end}`,
      `create unique index oauth_tokens_hash on oauth_tokens (hash)`,
      `create index oauth_tokens_grant on oauth_tokens (grant_id)`,
      `create index oauth_tokens_end on oauth_tokens (expires_at)`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
