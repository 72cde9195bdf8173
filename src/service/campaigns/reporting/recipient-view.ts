import type { RecipientFilter } from '../../../contract/shapes/campaign-recipients.ts'
import { toIsoTime } from '../../../core/time.ts'
import { countStates } from './recipient-states.ts'
import type { Recipient, Visits } from './recipients-store.ts'

/** Returns a recipient as the API shows it. Its status is the latest known event. */
export function recipientView(
  row: Recipient,
  engagements: readonly Visits[],
  optOuts: ReadonlySet<string>,
) {
  const [opens, clicks] = (['open', 'click'] as const).map((kind) =>
    engagements.find((engagement) => engagement.kind === kind),
  )
  return {
    contact_id: row.contact_id,
    email: row.email ?? row.address_key,
    nombre: row.nombre ?? '',
    status: statusOf(row, optOuts),
    variant: row.variant,
    attempts: row.attempts,
    // Both are empty once the contact's data is erased.
    diagnostic: row.bounce || row.response,
    sent_at: toIsoTime(row.sent_at),
    opens: opens?.count ?? 0,
    clicks: clicks?.count ?? 0,
    last_open_at: toIsoTime(opens?.last_at),
    last_click_at: toIsoTime(clicks?.last_at),
  }
}

function statusOf(row: Recipient, optOuts: ReadonlySet<string>): RecipientFilter {
  if (optOuts.has('complaint')) return 'complained'
  if (row.bounce !== null) return 'bounced'
  if (optOuts.has('unsubscribe')) return 'unsubscribed'
  if (row.clicked_at !== null) return 'clicked'
  if (row.opened_at !== null) return 'opened'
  const counts = Object.entries(countStates([{ state: row.state, count: 1 }]))
  const [status = 'pending'] = counts.find(([, count]) => count > 0) ?? []
  return status as RecipientFilter // the visible states are all filters
}
