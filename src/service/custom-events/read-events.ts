import type { EventProperties } from '../../contract/shapes/custom-event.ts'
import { normaliseAddress } from '../../core/address.ts'
import type { Problem } from '../../core/failure.ts'
import { hourMs } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import { contactsByAddress, contactsById, type EventContact } from './store.ts'

/** An event as a client reports it. The contact is named by address or by id. */
export interface ReportedEvent {
  name: string
  email?: string | undefined
  contact_id?: number | string | undefined
  /** ISO 8601; by default now. */
  at?: string | undefined
  value?: number | undefined
  currency?: string | undefined
  properties?: EventProperties | undefined
  event_id?: string | undefined
}

export interface Recording {
  accountId: number
  now: number
  /** The automation that decides about the enrollment of these contacts itself. */
  automationId?: number
  campaignId?: number
  /** Whether automations do not react: they react to conversions by themselves. */
  isSilent?: boolean
  /** The names that the account may have before this adds none. */
  maxNames?: number
}

/** Clocks of shops may be ahead of ours. */
const maxAheadMs = hourMs

export type Refuse = (index: number, problem: Problem) => void

/** An event of a known contact. */
export interface ReadEvent {
  index: number
  event: ReportedEvent
  contact: EventContact
  at: number
}

/** Finds the contacts of events, and refuses those that name none. */
export async function readEvents(
  tx: Executor,
  reported: readonly ReportedEvent[],
  { accountId, now }: Recording,
  refuse: Refuse,
): Promise<ReadEvent[]> {
  const keyOf = ({ email }: ReportedEvent) => normaliseAddress(email ?? '')?.key ?? ''
  const keys = reported.flatMap((event) => (event.email === undefined ? [] : [keyOf(event)]))
  const ids = reported.flatMap(({ contact_id }) =>
    contact_id === undefined ? [] : [Number(contact_id)],
  )
  const byAddress = await contactsByAddress(tx, accountId, [...new Set(keys)])
  const byId = await contactsById(tx, accountId, [...new Set(ids)])
  return reported.flatMap((event, index) => {
    const { email, contact_id } = event
    if ((email === undefined) === (contact_id === undefined)) {
      refuse(index, {
        field: 'email',
        code: 'exactly_one',
        values: { choices: 'email, contact_id' },
      })
      return []
    }
    const contact = email === undefined ? byId.get(Number(contact_id)) : byAddress.get(keyOf(event))
    if (!contact) {
      refuse(index, { field: email === undefined ? 'contact_id' : 'email', code: 'unknown_id' })
      return []
    }
    const at = event.at === undefined ? now : Date.parse(event.at)
    if (at < 0) {
      refuse(index, { field: 'at', code: 'bad_time' })
      return []
    }
    if (at > now + maxAheadMs) {
      refuse(index, { field: 'at', code: 'future_time' })
      return []
    }
    return [{ index, event, contact, at }]
  })
}
