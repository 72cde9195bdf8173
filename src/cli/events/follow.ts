import { interruption } from '../../client/interruption.ts'
import type { ItemOf } from '../../client/paging.ts'
import type { Page, Request } from '../../contract/endpoint.ts'
import { events } from '../../contract/modules/events.ts'
import { Failure, type FailureCode } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { customType, hasCustom, readCustomEvents } from './custom-events.ts'

type Event = ItemOf<typeof events.list>

/** A position in the stream of events. */
export interface Position {
  /** The cursor of the last event that was shown. */
  cursor?: string | undefined
  /** Earlier events are not shown. */
  from?: string
  /** Earlier custom events are not shown. Without it and without `customId`, only new ones are. */
  customFrom?: string
  /** The last custom event that was shown. */
  customId?: number | undefined
}

/** Frequent enough to look live, rare enough not to load the server. */
const pollIntervalMs = 1000
const maxPollIntervalMs = 30_000

/** As long as a deployment takes. A longer outage ends the run. */
const maxOutageMs = 300_000

/** Failures that may pass without any action. */
const transientCodes: ReadonlySet<FailureCode> = new Set([
  'network',
  'proxy_failed',
  'timed_out',
  'unavailable',
  'rate_limited',
])

/**
 * Yields new events after a position until `--limit`. The position moves when a page has been consumed, so
 * that a later run that starts from it repeats no event and misses none.
 */
export async function* newEvents(
  context: Context,
  filter: Request<typeof events.list>,
  position: Position,
): AsyncGenerator<Page<Event>> {
  const { host, flags } = context
  const patience = createOutageWait(context)
  let left = flags.limit ?? Number.POSITIVE_INFINITY
  const custom = hasCustom(filter)
    ? readCustomEvents({
        afterId: position.customId,
        from: position.customFrom,
        contactId: filter.contact_id,
      })
    : undefined
  for (;;) {
    try {
      const found = await custom?.next(await context.client(), host.clock.now(), host.stopped)
      if (found && found.length > 0) {
        const items = found.slice(0, left)
        yield { items }
        left -= items.length
      }
      position.customId = custom?.lastId()
      if (left <= 0) return
      for await (const page of await readPages(context, filter, position, left)) {
        patience.renew()
        const last = page.items.at(-1)
        if (!last) continue
        if (typeof last.cursor !== 'string') throw new Failure('not_offered')
        const others = custom ? page.items.filter(({ type }) => type !== customType) : page.items
        if (others.length > 0) yield { ...page, items: others }
        position.cursor = last.cursor
        left -= others.length
      }
    } catch (error) {
      await patience.spend(error)
    }
    if (left <= 0) return
    await host.clock.sleep(patience.pauseMs(), host.stopped)
    if (host.stopped.aborted) throw interruption(host.stopped)
  }
}

/** Reads the pages that exist now. */
async function readPages(
  context: Context,
  filter: Request<typeof events.list>,
  { cursor, from }: Position,
  limit: number,
) {
  const { pages } = await import('../../client/paging.ts')
  const request = { ...filter, ...(from !== undefined && { from }), order: 'asc' } as const
  const signal = context.host.stopped
  return pages(await context.client(), events.list, request, { limit, cursor, signal })
}

/** Waits for a server that is down, after the client's own retries. */
function createOutageWait({ host: { clock }, output, messages }: Context) {
  let awaySince: number | undefined
  let pause = pollIntervalMs
  return {
    pauseMs: () => pause,
    renew() {
      awaySince = undefined
      pause = pollIntervalMs
    },
    /** Throws a failure that is not transient or lasts too long. */
    async spend(error: unknown) {
      if (!(error instanceof Failure) || !transientCodes.has(error.code)) throw error
      if (awaySince === undefined) await output.warn(messages.operating.serverUnavailable)
      awaySince ??= clock.now()
      if (clock.now() - awaySince >= maxOutageMs) throw error
      pause = Math.min(pause * 2, maxPollIntervalMs)
    },
  }
}
