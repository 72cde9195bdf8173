import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * Accounts whose mail goes to an inbox of their own, invites, and codes for a new password. See
 * `schema/account.ts`.
 */
export const signUp = ({ ddl: { id, int, text, end } }: Dialect): Migration => ({
  async up(db) {
    const statements = [
      `alter table accounts add column is_sandbox ${int} not null default 0`,
      `create index accounts_email on accounts (lower(email))`,
      `alter table sandbox_messages add column account_id ${int} not null default 0`,
      `create index sandbox_messages_account on sandbox_messages (account_id, id)`,
      // A process of an earlier version would send the mail of a sandbox account to real people.
      `alter table processes add column keeps_sandbox_mail ${int} not null default 0`,
      `create table invites (
        id ${id}, account_id ${int} not null, hash ${text} not null, created_at ${int} not null,
        expires_at ${int} not null, used_at ${int}, used_by ${int}
      ) ${end}`,
      `create unique index invites_hash on invites (hash)`,
      `create index invites_account on invites (account_id, id)`,
      `create index invites_end on invites (expires_at)`,
      `create table password_resets (
        id ${id}, account_id ${int} not null, hash ${text} not null, created_at ${int} not null,
        expires_at ${int} not null, used_at ${int}
      ) ${end}`,
      `create unique index password_resets_hash on password_resets (hash)`,
      `create index password_resets_account on password_resets (account_id, id)`,
      `create index password_resets_end on password_resets (expires_at)`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
