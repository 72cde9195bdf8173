import type { RecipientFilter } from '../../../contract/shapes/campaign-recipients.ts'
import { toIsoTime } from '../../../core/time.ts'
import type { RecipientConversions } from './conversions-store.ts'
import { countStates, type StateCounts } from './recipient-states.ts'
import type { Recipient, Visits } from './recipients-store.ts'

/** What happened to a recipient, apart from the message itself. */
interface RecipientActivity {
  visits: readonly Visits[]
  /** The times of the opt-outs that the campaign caused, by type. */
  optOuts: ReadonlyMap<string, number> | undefined
  conversions: RecipientConversions | undefined
}

/** Returns a recipient as the API shows it. Its status is the latest known event. */
export function recipientView(row: Recipient, activity: RecipientActivity) {
  const { visits, optOuts, conversions } = activity
  const [opens, clicks] = (['open', 'click'] as const).map((kind) =>
    visits.find((visit) => visit.kind === kind),
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
    state: stateOf(row),
    first_open_at: toIsoTime(row.opened_at),
    first_click_at: toIsoTime(row.clicked_at),
    bounced_at: toIsoTime(row.bounced_at),
    bounce_type: row.bounce_type as 'hard' | 'soft' | null, // only these are written
    bounce_reason: row.bounce_reason,
    unsubscribed_at: toIsoTime(optOuts?.get('unsubscribe')),
    complained_at: toIsoTime(optOuts?.get('complaint')),
    conversions: conversions?.count ?? 0,
    converted_at: toIsoTime(conversions?.first_at),
    conversion_value: conversions?.values ?? [],
  }
}

function statusOf(row: Recipient, optOuts: RecipientActivity['optOuts']): RecipientFilter {
  if (optOuts?.has('complaint')) return 'complained'
  if (row.bounce !== null) return 'bounced'
  if (optOuts?.has('unsubscribe')) return 'unsubscribed'
  if (row.clicked_at !== null) return 'clicked'
  if (row.opened_at !== null) return 'opened'
  return stateOf(row)
}

function stateOf({ state }: Recipient): keyof StateCounts {
  const counts = Object.entries(countStates([{ state, count: 1 }]))
  const [shown = 'pending'] = counts.find(([, count]) => count > 0) ?? []
  return shown as keyof StateCounts // the keys of the counts
}
