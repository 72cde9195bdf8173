import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'

/** How often to read: frequent enough for a progress bar, rare enough not to load the server. */
const intervalMs = { progress: 500, stats: 2000 }

/** Reads again and again until the caller stops. Throws Failure `interrupted` on Ctrl-C. */
export async function* poll<Result>(
  { host }: Pick<Context, 'host'>,
  what: keyof typeof intervalMs,
  read: () => Promise<Result>,
): AsyncGenerator<Result, never> {
  for (;;) {
    yield await read()
    await host.clock.sleep(intervalMs[what], host.stopped)
    if (host.stopped.aborted) throw new Failure('interrupted')
  }
}
