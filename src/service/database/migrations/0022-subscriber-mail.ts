import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** The language and wording of opt-in mail, and the welcome mails of lists. */
export const subscriberMail = ({ ddl: { id, int, text, end } }: Dialect): Migration => ({
  async up(db) {
    for (const statement of [
      `alter table messages add column language ${text}`,
      `alter table messages add column merge_values ${text}`,
      `alter table optin_requests add column language ${text}`,
      `create table opt_in_templates (
        account_id ${int} not null, language ${text} not null, template_id ${int} not null,
        subject ${text} not null, updated_at ${int} not null,
        primary key (account_id, language)
      ) ${end}`,
      `alter table campaigns add column welcome_list_id ${int}`,
      `create index campaigns_welcome on campaigns (welcome_list_id)
        where welcome_list_id is not null`,
      `create table welcomes (
        id ${id}, account_id ${int} not null, list_id ${int} not null, contact_id ${int} not null,
        next_at ${int}, created_at ${int} not null,
        unique (contact_id, list_id)
      ) ${end}`,
      `create index welcomes_due on welcomes (account_id, next_at) where next_at is not null`,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
})
