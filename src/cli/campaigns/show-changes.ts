import type { Page } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import { time } from '../command/view.ts'
import type { Context } from '../context/context.ts'
import type { View } from '../output/document.ts'
import { createLiveScreen } from './live-screen.ts'

/** Redraws a terminal on each change. Prints one line per change to a file or pipe. */
export async function showChanges<Seen extends object>(
  context: Context,
  seen: AsyncIterable<Seen>,
  view: View<Seen>,
): Promise<void> {
  const { output } = context
  if (!canRedraw(context)) {
    const columns = [time('at'), ...(view.fields ?? [])]
    return output.show({ pages: changes(context, seen), view: { columns }, isLive: true })
  }
  let shown: string | undefined
  const screen = createLiveScreen<Seen>(context, view)
  try {
    for await (const one of seen) {
      const now = JSON.stringify(one)
      if (now !== shown) await screen.draw(one)
      shown = now
    }
  } catch (error) {
    const { stopped } = context.host
    if (!stopped.aborted || stopped.reason === 'SIGTERM') throw error
    throw new Failure('interrupted', { isExpected: true }, { cause: error })
  } finally {
    screen.close()
  }
}

/** Whether a terminal shows changes in place. */
const canRedraw = ({ host, output }: Context): boolean =>
  output.format === 'table' && host.stdout.isTTY === true && host.env.TERM !== 'dumb'

async function* changes<Seen extends object>(
  { host }: Context,
  seen: AsyncIterable<Seen>,
): AsyncGenerator<Page<Seen & { at: string }>> {
  let written: string | undefined
  for await (const one of seen) {
    const now = JSON.stringify(one)
    if (now === written) continue
    written = now
    yield { items: [{ at: new Date(host.clock.now()).toISOString(), ...one }] }
  }
}
