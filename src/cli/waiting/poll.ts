import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'

/** How often to read, at the start and at most: often enough for a progress bar, without load for the server. */
const intervalMs = {
  job: { first: 50, longest: 500 },
  progress: { first: 500, longest: 500 },
  stats: { first: 2000, longest: 2000 },
}
/** Many jobs end soon. Their end is seen late by at most this share of their duration, or by the first interval. */
const latestShare = 0.04

/** Reads again and again until the caller stops. Throws Failure `interrupted` on Ctrl-C. */
export async function* poll<Result>(
  { host }: Pick<Context, 'host'>,
  what: keyof typeof intervalMs,
  read: () => Promise<Result>,
): AsyncGenerator<Result, never> {
  const { first, longest } = intervalMs[what]
  const startedAt = host.clock.now()
  for (;;) {
    yield await read()
    const ms = (host.clock.now() - startedAt) * latestShare
    await host.clock.sleep(Math.min(Math.max(ms, first), longest), host.stopped)
    if (host.stopped.aborted) throw new Failure('interrupted')
  }
}
