import { sql } from 'kysely'
import { isSendable } from '../../contacts/sendable-store.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { Flow } from '../definition.ts'
import { isOfActiveAccount } from './running-store.ts'

export interface Entry {
  contactId: number
  /**
   * The occasion, which lets a contact in once: `signal:<id>`, `date:<contact>:<day>`,
   * `list:<contact>`, `api:<idempotency>`.
   */
  key: string
  /** What the event carried. */
  properties?: Readonly<Record<string, unknown>>
}

interface Into {
  automationId: number
  accountId: number
  version: number
  node: string
  reentry: Flow['settings']['reentry']
  now: number
}

/** Contacts at the first node, due at once. Tells who came in. */
export async function insertRuns(
  tx: Executor,
  { automationId, accountId, version, node, reentry = 'never', now }: Into,
  entries: readonly Entry[],
): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = entries.map(({ contactId, key, properties = {} }) => ({
    contact: contactId,
    occasion: key,
    carried: JSON.stringify(properties),
  }))
  const source = dialectOf(tx).records(rows, { contact: 'int', occasion: 'text', carried: 'text' })
  const place = reentry === 'always' ? sql`null` : sql`'c' || contacts.id`
  const { rows: entered } = await sql<{ contact_id: number }>`
    insert into automation_runs (account_id, automation_id, version, contact_id, node, steps, state,
      due_at, properties, entry_key, place_key, entered_at)
    select contacts.account_id, ${automationId}, ${version}, contacts.id, ${node}, 0, 'waiting',
      ${now}, r.carried, r.occasion, ${place}, ${now}
    from ${source} as r join contacts on contacts.id = r.contact
    where contacts.account_id = ${accountId} and ${isSendable} and exists (
      select 1 from automations where automations.id = ${automationId}
        and automations.status = 'active' and ${isOfActiveAccount}
    )
    on conflict do nothing
    returning contact_id
  `.execute(tx)
  return entered.map(({ contact_id }) => contact_id)
}
