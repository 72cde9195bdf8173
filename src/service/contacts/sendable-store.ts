import { sql } from 'kysely'
import type { Condition } from '../database/condition.ts'

/** Whether a contact may be mailed: active, and not suppressed on its list or account. */
export const isSendable: Condition = sql`contacts.status = 'active' and not exists (
  select 1 from suppressions s where s.account_id = contacts.account_id
    and s.email_key = contacts.email_key and s.list_id in (0, contacts.list_id)
)`
