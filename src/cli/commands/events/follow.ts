import { interruption } from '../../../client/interruption.ts'
import type { ItemOf } from '../../../client/paging.ts'
import type { Page, Request } from '../../../contract/endpoint.ts'
import { events } from '../../../contract/modules/events.ts'
import { Failure, type FailureCode } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'

export type Event = ItemOf<typeof events.list>

/** How far a reading has come. */
export interface Place {
  /** Of the last event that was shown. */
  cursor?: string | undefined
  /** Nothing earlier is shown. */
  from?: string
}

/** Often enough to look alive, seldom enough not to matter to the server. */
const pauseMs = 1000
const longestPauseMs = 30_000

/** As long as a deployment takes; after that whoever looks after this run has to know. */
const patienceMs = 300_000

/** What ends by itself, if it ends. */
const passing: ReadonlySet<FailureCode> = new Set([
  'network',
  'proxy_failed',
  'timed_out',
  'unavailable',
  'rate_limited',
])

/**
 * What happens from a place on, as it comes, until `--limit`. The place moves on when a page has been
 * taken, so that a reading which goes on there has no event twice and misses none.
 */
export async function* newEvents(
  context: Context,
  filter: Request<typeof events.list>,
  place: Place,
): AsyncGenerator<Page<Event>> {
  const { host, flags } = context
  const patience = createPatience(context)
  let left = flags.limit ?? Number.POSITIVE_INFINITY
  for (;;) {
    try {
      for await (const page of await waiting(context, filter, place, left)) {
        patience.renew()
        const last = page.items.at(-1)
        if (!last) continue
        if (typeof last.cursor !== 'string') throw new Failure('not_offered')
        yield page
        place.cursor = last.cursor
        left -= page.items.length
      }
    } catch (error) {
      await patience.spend(error)
    }
    if (left <= 0) return
    await host.clock.sleep(patience.pauseMs(), host.stopped)
    if (host.stopped.aborted) throw interruption(host.stopped)
  }
}

/** The pages that are there now. */
async function waiting(
  context: Context,
  filter: Request<typeof events.list>,
  { cursor, from }: Place,
  limit: number,
) {
  const { pages } = await import('../../../client/paging.ts')
  const request = { ...filter, ...(from !== undefined && { from }), order: 'asc' } as const
  const signal = context.host.stopped
  return pages(await context.client(), events.list, request, { limit, cursor, signal })
}

/** Beyond the client's own retries: a server that is away may come back. */
function createPatience({ host: { clock }, output, words }: Context) {
  let awaySince: number | undefined
  let pause = pauseMs
  return {
    pauseMs: () => pause,
    renew() {
      awaySince = undefined
      pause = pauseMs
    },
    /** Throws what will not pass, or has not passed in time. */
    async spend(error: unknown) {
      if (!(error instanceof Failure) || !passing.has(error.code)) throw error
      if (awaySince === undefined) await output.warn(words.operating.serverAway)
      awaySince ??= clock.now()
      if (clock.now() - awaySince >= patienceMs) throw error
      pause = Math.min(pause * 2, longestPauseMs)
    },
  }
}
