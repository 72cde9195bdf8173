import { sql } from 'kysely'
import { isSendable } from '../../../contacts/sendable-store.ts'
import { dialectOf, type Executor } from '../../../database/dialect.ts'
import type { Flow } from '../../definition.ts'

/** The start of a run. */
interface RunEntry {
  contactId: number
  /** Unique: the same occasion starts one run only. */
  occasion: string
  /** JSON. */
  events: string | null
  /** What distinguishes the places of a contact in the automation; empty for its only one. */
  place: string
  at: number
}

interface RunStart {
  automationId: number
  accountId: number
  version: number
  node: string
  reentry: Flow['settings']['reentry']
}

/**
 * Starts runs at the first node, due at once. Runs of a suspended account stand still there. Returns
 * the contacts that entered.
 */
export async function insertRuns(
  tx: Executor,
  { automationId, accountId, version, node, reentry = 'never' }: RunStart,
  entries: readonly RunEntry[],
): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = entries.map(({ contactId, occasion, events, place, at }) => ({
    contact: contactId,
    ...{ occasion, carried: events, place, entry_at: at },
  }))
  const source = dialectOf(tx).records(rows, {
    contact: 'int',
    occasion: 'text',
    carried: 'text',
    place: 'text',
    entry_at: 'int',
  })
  const placeKey = reentry === 'always' ? sql`null` : sql`'c' || contacts.id || r.place`
  const { rows: entered } = await sql<{ contact_id: number }>`
    insert into automation_runs (account_id, automation_id, version, contact_id, node, steps, state,
      due_at, properties, events, entry_key, place_key, entered_at)
    select contacts.account_id, ${automationId}, ${version}, contacts.id, ${node}, 0, 'waiting',
      r.entry_at, '{}', r.carried, r.occasion, ${placeKey}, r.entry_at
    from ${source} as r join contacts on contacts.id = r.contact
    where contacts.account_id = ${accountId} and ${isSendable} and exists (
      select 1 from automations where automations.id = ${automationId}
        and automations.status = 'active'
    )
    on conflict do nothing
    returning contact_id
  `.execute(tx)
  return entered.map(({ contact_id }) => contact_id)
}
