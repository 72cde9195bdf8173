import type { Client } from '../../client/client.ts'
import { type ItemOf, items, type PagingOptions, pages } from '../../client/paging.ts'
import type { Page, Request } from '../../contract/endpoint.ts'
import { customEvents } from '../../contract/modules/custom-events.ts'
import { events } from '../../contract/modules/events.ts'
import { customType, hasCustom, isUnavailable, shownAmongOthers } from './custom-events.ts'

type Event = ItemOf<typeof events.list>
type Filter = Request<typeof events.list>
type Paging = PagingOptions & { signal: AbortSignal }

const pageSize = 500

/**
 * Lists the activity of the account and the custom events together, by time. A cursor has the cursors of
 * both, with an `@` between them. One without an `@` is of the activity alone.
 */
export async function* allEvents(
  client: Client,
  filter: Filter,
  { cursor = '@', ...paging }: Paging,
): AsyncGenerator<Page<Event>> {
  const [, activityCursor, customCursor] = /^([^@]*)@(.*)$/.exec(cursor) ?? []
  if (activityCursor === undefined || customCursor === undefined || !hasCustom(filter)) {
    const own = activityCursor ?? cursor
    yield* pages(client, events.list, filter, { ...paging, cursor: own || undefined })
    return
  }
  // One more than the limit, to know whether there are more.
  const ahead = { ...paging, limit: paging.limit + 1 }
  const custom = customOf(client, filter, { ...ahead, cursor: customCursor || undefined })
  let firstCustom: Event | undefined
  try {
    firstCustom = await nextOf(custom)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    yield* pages(client, events.list, filter, { ...paging, cursor: activityCursor || undefined })
    return
  }
  const activity = activityOf(client, filter, { ...ahead, cursor: activityCursor || undefined })
  yield* merged(
    { source: activity, head: await nextOf(activity), cursor: activityCursor },
    { source: custom, head: firstCustom, cursor: customCursor },
    { limit: paging.all ? Number.POSITIVE_INFINITY : paging.limit, order: filter.order },
  )
}

interface Side {
  source: AsyncGenerator<Event>
  /** The next event, which is not shown yet. */
  head: Event | undefined
  /** The cursor of the last event that was shown. */
  cursor: string
}

async function* merged(
  activity: Side,
  custom: Side,
  { limit, order }: { limit: number; order: Filter['order'] },
): AsyncGenerator<Page<Event>> {
  let page: Event[] = []
  const take = (): Page<Event> => {
    const hasMore = (activity.head ?? custom.head) !== undefined
    const taken = page
    page = []
    return { items: taken, ...(hasMore && { nextCursor: `${activity.cursor}@${custom.cursor}` }) }
  }
  for (let count = 0; count < limit; count++) {
    const side = isNext(custom.head, activity.head, order) ? custom : activity
    if (!side.head) break
    page.push(side.head)
    side.cursor = side.head.cursor
    side.head = await nextOf(side.source)
    if (page.length === pageSize) yield take()
  }
  yield take()
}

function isNext(
  custom: Event | undefined,
  activity: Event | undefined,
  order: Filter['order'],
): boolean {
  if (!custom || !activity) return custom !== undefined
  return order === 'asc' ? custom.at < activity.at : custom.at > activity.at
}

const nextOf = async (source: AsyncGenerator<Event>): Promise<Event | undefined> => {
  const { value, done } = await source.next()
  return done ? undefined : value
}

/** Activity that is no custom event. Those are listed from their own route, which has all of them. */
async function* activityOf(client: Client, filter: Filter, paging: Paging): AsyncGenerator<Event> {
  if (filter.type === customType) return
  for await (const event of items(client, events.list, filter, paging)) {
    if (event.type !== customType) yield event
  }
}

async function* customOf(
  client: Client,
  { from, to, order, contact_id }: Filter,
  paging: Paging,
): AsyncGenerator<Event> {
  const filter = { from, to, order, contact_id }
  for await (const event of items(client, customEvents.list, filter, paging)) {
    yield shownAmongOthers(event)
  }
}
