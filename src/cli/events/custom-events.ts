import type { Client } from '../../client/client.ts'
import type { ItemOf } from '../../client/paging.ts'
import type { Request } from '../../contract/endpoint.ts'
import { customEvents } from '../../contract/modules/custom-events.ts'
import type { events } from '../../contract/modules/events.ts'
import { Failure } from '../../core/failure.ts'

type Event = ItemOf<typeof events.list>

/** The type of custom events among the events of an account. */
export const customType = 'contact.event'

/** Whether a list of events has custom ones: they belong to no webhook, and only conversions to a campaign. */
export const hasCustom = ({
  type,
  campaign_id,
  webhook_id,
}: Request<typeof events.list>): boolean =>
  campaign_id === undefined && webhook_id === undefined && (type ?? customType) === customType

/**
 * How long an event with a smaller id may take to appear: ids are assigned before the transaction ends.
 */
const overlapMs = 10_000

const pageSize = 500

/** Reads the custom events that were recorded since the last call. */
interface CustomEvents {
  next(client: Client, now: number, signal: AbortSignal): Promise<Event[]>
  /** The id of the last event that was read; undefined if none was. */
  lastId(): number | undefined
}

/** `afterId` is the last event that was read before; without it, events from a time on, or only new ones. */
export function readCustomEvents(start: {
  afterId?: number | undefined
  from?: string | undefined
  contactId?: number | undefined
}): CustomEvents {
  const { contactId: contact_id } = start
  const seen = new Set<number>()
  let recent: { id: number; at: number }[] = []
  let floor = start.afterId
  let last = start.afterId
  let isOffered = true

  async function read(client: Client, now: number, signal: AbortSignal): Promise<Event[]> {
    if (floor === undefined && start.from === undefined) {
      const newest = { contact_id, after_id: 0, order: 'desc', limit: 1 } as const
      const { data } = await client.call(customEvents.list, newest, { signal })
      floor = Number(data.items[0]?.id ?? 0)
      return []
    }
    const found: Event[] = []
    for (let after = floor ?? 0; ; ) {
      const page = { contact_id, after_id: after, order: 'asc', limit: pageSize } as const
      const from = floor === undefined && start.from !== undefined ? { from: start.from } : {}
      const { data } = await client.call(customEvents.list, { ...page, ...from }, { signal })
      for (const item of data.items) {
        after = Number(item.id)
        if (seen.has(after)) continue
        seen.add(after)
        recent.push({ id: after, at: now })
        found.push(shownAmongOthers(item))
      }
      if (data.items.length < pageSize) break
    }
    floor ??= 0
    last = recent.reduce((highest, { id }) => Math.max(highest, id), last ?? floor)
    for (const { id, at } of recent) if (now - at > overlapMs) floor = Math.max(floor, id)
    recent = recent.filter(({ at }) => now - at <= overlapMs)
    for (const id of seen) if (id <= floor) seen.delete(id)
    return found
  }

  return {
    lastId: () => last,
    async next(client, now, signal) {
      if (!isOffered) return []
      try {
        return await read(client, now, signal)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        isOffered = false
        return []
      }
    },
  }
}

const unavailable: ReadonlySet<string> = new Set(['not_found', 'not_offered', 'scope_missing'])

/** Whether the server has no custom events, or the key may not read them. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Failure && unavailable.has(error.code)

/** A custom event among the other events of the account. */
export const shownAmongOthers = (event: ItemOf<typeof customEvents.list>): Event => ({
  id: event.id,
  type: customType,
  at: event.at,
  contact_id: null,
  campaign_id: event.campaign_id,
  data: {
    name: event.name,
    email: event.email,
    value: event.value,
    currency: event.currency,
    properties: event.properties,
  },
  cursor: event.cursor,
  deliveries: [],
})
