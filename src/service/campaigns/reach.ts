import type { RecipientFilter } from '../../contract/shapes/campaign-reach.ts'
import { countStates } from './recipient-states.ts'
import type { Recipient, Visits } from './recipients-store.ts'

const instantOf = (at: number | null | undefined): string | null =>
  at ? new Date(at).toISOString() : null

/** A recipient as it is shown: its status is the last thing that is known to have happened. */
export function showRecipient(
  row: Recipient,
  visits: readonly Visits[],
  parted: ReadonlySet<string>,
) {
  const [opens, clicks] = (['open', 'click'] as const).map((kind) =>
    visits.find((visit) => visit.kind === kind),
  )
  return {
    contact_id: row.contact_id,
    email: row.email ?? row.address_key,
    nombre: row.nombre ?? '',
    status: statusOf(row, parted),
    variant: row.variant,
    attempts: row.attempts,
    // Nothing of either is left of who was erased.
    diagnostic: row.bounce || row.response,
    sent_at: instantOf(row.sent_at),
    opens: opens?.count ?? 0,
    clicks: clicks?.count ?? 0,
    last_open_at: instantOf(opens?.last_at),
    last_click_at: instantOf(clicks?.last_at),
  }
}

function statusOf(row: Recipient, parted: ReadonlySet<string>): RecipientFilter {
  if (parted.has('complaint')) return 'complained'
  if (row.bounce !== null) return 'bounced'
  if (parted.has('unsubscribe')) return 'unsubscribed'
  if (row.clicked_at !== null) return 'clicked'
  if (row.opened_at !== null) return 'opened'
  const counts = Object.entries(countStates([{ state: row.state, count: 1 }]))
  const [status = 'pending'] = counts.find(([, count]) => count > 0) ?? []
  return status as RecipientFilter // the states that people see are filters
}
