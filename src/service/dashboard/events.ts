import type { contract } from '../../contract/index.ts'
import { toIsoTime } from '../../core/time.ts'
import { selectAttempts } from '../events/deliveries-store.ts'
import { selectEvents } from '../events/store.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, encodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'

export const list =
  ({ reader }: Service): Handler<typeof contract.events.list> =>
  async ({ order = 'desc', limit, cursor, ...filter }, { account }) => {
    const after = decodeIdCursor(cursor)
    const events = await selectEvents(reader, {
      accountId: account.id,
      order,
      after,
      limit: limit + 1,
      type: filter.type,
      contactId: filter.contact_id,
      campaignId: filter.campaign_id,
      webhookId: filter.webhook_id,
      from: timeOf(filter.from),
      to: timeOf(filter.to),
    })
    const ids = events.slice(0, limit).map(({ id }) => id)
    const attempts = await selectAttempts(reader, ids, filter.webhook_id)
    const attemptsOf = (event: Event) => attempts.filter(({ event_id }) => event_id === event.id)
    return pageOf(events, limit, keyOf, (event) => shown(event, attemptsOf(event)))
  }

type Event = Awaited<ReturnType<typeof selectEvents>>[number]
type Attempt = Awaited<ReturnType<typeof selectAttempts>>[number]

const keyOf = ({ seq }: Event) => [seq]

const shown = (event: Event, attempts: readonly Attempt[]) => ({
  id: event.id,
  type: event.type,
  at: toIsoTime(event.created_at),
  contact_id: event.contact_id,
  campaign_id: event.campaign_id,
  data: JSON.parse(event.payload),
  deliveries: attempts.map(({ webhook_id, attempt, at, status, error, next_at }) => ({
    webhook_id,
    attempt,
    at: toIsoTime(at),
    status,
    error,
    next_at: toIsoTime(next_at),
  })),
  cursor: encodeCursor(keyOf(event)),
})

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
